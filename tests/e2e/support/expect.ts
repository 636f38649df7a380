import { type Expect, expect as unchecked } from '@playwright/test'
import type { GiveThisValueAType, OnlyAny } from '#tests/support/no-any.ts'

type RefuseAny = <T>(actual: OnlyAny<T>, message?: string) => GiveThisValueAType
type CheckedExpect = RefuseAny & {
  soft: RefuseAny
  poll: <T>(actual: () => OnlyAny<T>, options?: string | object) => GiveThisValueAType
} & Expect

/** As Playwright's, but not for `any`. */
export const expect = unchecked as CheckedExpect
