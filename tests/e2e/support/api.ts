import type { APIRequestContext } from '@playwright/test'
import type { WireCard, WireProduct } from '#modules/catalog/schema.ts'
import type { Session } from './accounts.ts'
import { expect } from './expect.ts'

type Call = { method?: string; data?: unknown; headers?: Record<string, string> }

/** What somebody asks of the API without a browser: another device, or another customer. */
export async function callApi<Answer>(request: APIRequestContext, { token }: Session, path: string, call: Call = {}) {
  const headers = { Authorization: `Bearer ${token}`, ...call.headers }
  const answer = await request.fetch(`/api${path}`, { ...call, headers })
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (await answer.json()) as Answer
}

export async function productOf(request: APIRequestContext, slug: string): Promise<WireProduct> {
  return (await (await request.get(`/api/product/${slug}`)).json()) as WireProduct
}

/** The products of a list of the API. */
export async function cardsOf(request: APIRequestContext, call: string): Promise<WireCard[]> {
  return ((await (await request.get(call)).json()) as { data: WireCard[] }).data
}

type Named = { name: string }

/** The names of the products that the API lists. */
export async function namesFrom(request: APIRequestContext, call: string): Promise<string[]> {
  const answer = await request.get(call)
  expect(answer.status(), call).toBe(200)
  const body = (await answer.json()) as { data?: Named[]; products?: Named[] }
  return (body.data ?? body.products ?? []).map(({ name }) => name)
}
