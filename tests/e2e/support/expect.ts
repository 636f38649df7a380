import { type Expect, expect as unchecked } from '@playwright/test'
import type { GiveThisValueAType, OnlyAny } from '#tests/support/no-any.ts'

type RefuseAny = <T>(actual: OnlyAny<T>, message?: string) => GiveThisValueAType
type CheckedExpect = RefuseAny & {
  soft: RefuseAny
  poll: <T>(actual: () => OnlyAny<T>, options?: string | object) => GiveThisValueAType
} & Expect

/** Playwright's `expect`, but it rejects values of type `any`. */
export const expect = unchecked as CheckedExpect
