export {}

/** Nobody knows what JSON holds before a schema has read it; the library says `any`. */
declare global {
  interface JSON {
    parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown
  }
  interface Body {
    json(): Promise<unknown>
  }
}
