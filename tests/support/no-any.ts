/** `any`, a promise of it, or a list or an object that holds one; for everything else `never`. */
export type OnlyAny<T> = 0 extends 1 & (T | Awaited<T> | T[keyof T]) ? T : never

/** What `expect` gives for `any`: no matchers, since a field that is not there would equal another one. */
export type GiveThisValueAType = { readonly assertionsOnAny: 'compare whatever is not there' }

/** `soft` and `poll` are properties, which cannot be given another type; JSON is `unknown` before it comes to them. */
declare module 'vitest' {
  interface ExpectStatic {
    // biome-ignore lint/style/useShorthandFunctionType: only an interface is merged with the one of Vitest.
    <T>(actual: OnlyAny<T>, message?: string): GiveThisValueAType
  }
}
