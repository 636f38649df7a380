import { type APIRequestContext, test as base, type TestType } from '@playwright/test'

/** Tests of HTTP responses without a browser: removes `page`, `context` and `browser`. */
export const test = base as unknown as TestType<{ request: APIRequestContext; baseURL: string | undefined }, object>

export type { APIRequestContext, APIResponse } from '@playwright/test'
export { fetchProductNames } from '#tests/e2e/support/api.ts'
export { expect } from '#tests/e2e/support/expect.ts'
export { onlyInFull } from '#tests/e2e/support/test.ts'
