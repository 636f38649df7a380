import type { z } from 'zod'
import type { Shop } from '#modules/shop.server.ts'
import type { LimitName } from '#platform/limits.server.ts'
import type { Audience } from './access.ts'

type Shape = z.ZodObject | undefined
type Parsed<S extends Shape> = S extends z.ZodObject ? z.output<S> : Record<string, never>

export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** As the specification spells it; matched without regard to letter case. */
  path: string
  audience: Audience
  summary: string
  params: Shape
  query: Shape
  /** Query parameters that may stand more than once. */
  repeats: readonly string[]
  body: Shape
  /** A limit of its own, beside the one that all calls share. */
  limit: LimitName | undefined
  answer: z.ZodType
  status: 200 | 201
  handle(shop: Shop, input: { params: unknown; query: unknown; body: unknown; caller: string }): Promise<unknown>
}

type Definition<P extends Shape, Q extends Shape, B extends Shape, A extends z.ZodType> = {
  method: Endpoint['method']
  path: string
  audience: Audience
  summary: string
  params?: P
  query?: Q
  repeats?: readonly string[]
  body?: B
  limit?: LimitName
  answer: A
  status?: Endpoint['status']
  handle(
    shop: Shop,
    input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B>; caller: string },
  ): Promise<z.input<A>>
}

/** One definition gives the route, its validation, its audience and its page in the documentation. */
export function endpoint<
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  A extends z.ZodType = z.ZodType,
>(definition: Definition<P, Q, B, A>): Endpoint {
  const { params, query, repeats = [], body, limit, status = 200, handle, ...rest } = definition
  return { ...rest, params, query, repeats, body, limit, status, handle: handle as Endpoint['handle'] }
}
