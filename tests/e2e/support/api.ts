import type { APIRequestContext } from '@playwright/test'
import type { WireProduct, WireProductCard } from '#modules/catalog/contract.ts'
import type { Session } from './accounts.ts'
import { expect } from './expect.ts'

type Call = { method?: string; data?: unknown; headers?: Record<string, string> }

/** Calls the API without the browser, for example as another device or another customer. */
export async function callApi<Body>(request: APIRequestContext, { token }: Session, path: string, call: Call = {}) {
  const headers = { Authorization: `Bearer ${token}`, ...call.headers }
  const response = await request.fetch(`/api${path}`, { ...call, headers })
  expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return (await response.json()) as Body
}

export async function fetchProduct(request: APIRequestContext, slug: string): Promise<WireProduct> {
  return (await (await request.get(`/api/product/${slug}`)).json()) as WireProduct
}

export async function fetchCards(request: APIRequestContext, call: string): Promise<WireProductCard[]> {
  return ((await (await request.get(call)).json()) as { data: WireProductCard[] }).data
}

type Named = { name: string }

export async function fetchProductNames(request: APIRequestContext, call: string): Promise<string[]> {
  const response = await request.get(call)
  expect(response.status(), call).toBe(200)
  const body = (await response.json()) as { data?: Named[]; products?: Named[] }
  return (body.data ?? body.products ?? []).map(({ name }) => name)
}
