import { data, type RouterContextProvider } from 'react-router'
import type * as z from 'zod/mini'
import type { Shop } from '#modules/shop.server.ts'
import { toShopError } from '#platform/failures.server.ts'
import { errorBody, httpStatus } from '#shared/errors.ts'
import { parseInput, readQuery } from '#shared/input.ts'
import { shopContext } from './shop-context.server.ts'

type LoaderArgs = { context: Readonly<RouterContextProvider>; request: Request }

/** Calls a service for a page loader. Invalid input in the URL shows the not-found page. */
export async function load<T>({ context }: LoaderArgs, work: (shop: Shop) => Promise<T>): Promise<T> {
  const shop = context.get(shopContext)
  try {
    return await work(shop)
  } catch (error) {
    const shopError = toShopError(error, shop.log)
    if (shopError.code === 'invalid') throw data(null, { status: httpStatus.notFound })
    throw data(errorBody(shopError), { status: httpStatus[shopError.code] })
  }
}

export function pageQuery<S extends z.ZodMiniObject>(
  { request }: LoaderArgs,
  schema: S,
  repeatedNames: readonly string[] = [],
): z.output<S> {
  return parseInput(schema, readQuery(new URL(request.url).searchParams, schema, repeatedNames))
}
