import { type APIRequestContext, test as base, type TestType } from '@playwright/test'

/** For what the built shop sends, read without a browser: there is no `page`, `context` or `browser` here. */
export const test = base as unknown as TestType<{ request: APIRequestContext; baseURL: string | undefined }, object>

export type { APIRequestContext, APIResponse } from '@playwright/test'
export { namesFrom } from '#tests/e2e/support/api.ts'
export { expect } from '#tests/e2e/support/expect.ts'
export { onlyInFull } from '#tests/e2e/support/test.ts'
