export {}

/** Parsed JSON is `unknown` until a schema has checked it; the library types use `any`. */
declare global {
  interface JSON {
    parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown
  }
  interface Body {
    json(): Promise<unknown>
  }
}
