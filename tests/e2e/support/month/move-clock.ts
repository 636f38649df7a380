/** Moves the clock of this process or page; all code reads the time from `Date`. */
export function moveClock(milliseconds: number): void {
  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    construct: (_, args, target) =>
      Reflect.construct(RealDate, args.length > 0 ? args : [RealDate.now() + milliseconds], target),
    get: (_, name) => (name === 'now' ? () => RealDate.now() + milliseconds : Reflect.get(RealDate, name, RealDate)),
  })
}
