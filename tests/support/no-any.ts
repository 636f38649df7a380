/** `any`, or a promise, list or object that contains it; else `never`. */
export type OnlyAny<T> = 0 extends 1 & (T | Awaited<T> | T[keyof T]) ? T : never

/** The result of `expect` for `any`: no matchers, because two missing fields would be equal. */
export type GiveThisValueAType = { readonly assertionsOnAny: 'would accept missing fields' }

/** `soft` and `poll` are properties and cannot be overloaded; JSON is `unknown` before it reaches them. */
declare module 'vitest' {
  interface ExpectStatic {
    // biome-ignore lint/style/useShorthandFunctionType: only an interface is merged with the one of Vitest.
    <T>(actual: OnlyAny<T>, message?: string): GiveThisValueAType
  }
}
