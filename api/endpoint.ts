import type * as z from 'zod/mini'
import type { Actor } from '#modules/accounts/sessions.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import type { LimitName, Origin } from '#platform/limits.server.ts'
import type { Contract } from '#shared/endpoint.ts'

/** HttpOnly cookies, used only for sign-in. */
export type Cookies = {
  read(name: string): string | undefined
  write(name: string, value: string, seconds: number): void
}

/** A request body that is not JSON, limited to the size that the endpoint allows. */
export type UploadBody = { stream(): ReadableStream<Uint8Array> }

/** `caller` is the IP address; rate limits count by `origin`. */
type CommonInput = { caller: string; origin: Origin; cookies: Cookies; search: string; incoming: UploadBody }
type PublicInput = { findActor(): Promise<Actor | undefined> }

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : Record<string, never>

/** A public endpoint looks up the caller only on demand; all other endpoints always have an actor. */
type HandlerInput<C extends Contract> = CommonInput &
  (C['audience'] extends 'public' ? PublicInput : { actor: Actor }) & {
    params: Parsed<C['params']>
    query: Parsed<C['query']>
    headers: Parsed<C['headers']>
    body: Parsed<C['body']>
  }

/** What a handler returns: the answer, the URL of a redirect, or a stream. */
type Result<C extends Contract> = C extends { answer: z.ZodMiniType }
  ? z.input<C['answer']>
  : C extends { status: 302 }
    ? string
    : C extends { streamContentType: string }
      ? ReadableStream<Uint8Array>
      : unknown

type ServerOptions<Answer> = {
  /** A rate limit in addition to the common one. Every call that sends email has one. */
  limit?: LimitName
  /** The URL itself grants access, so the response must not be cached. */
  secret?: boolean
  /**
   * The response is the same for everyone and may be cached until the shop version changes, or the stock version if it
   * shows stock. `when` excludes single responses.
   */
  cacheable?: true | { showsStock: boolean; when?(answer: Answer): boolean }
  /** Replaces the common message while the database is unavailable. */
  unavailableMessage?: string
}

type Handle<C extends Contract> = (shop: Shop, input: HandlerInput<C>) => Promise<Result<C>>
type Handler<C extends Contract> = Handle<C> | (ServerOptions<Result<C>> & { handle: Handle<C> })

/** A contract with its handler. */
export type Endpoint<C extends Contract = Contract> = C &
  ServerOptions<unknown> & {
    /** The name of the contract, and of the function in generated clients. */
    operationId: string
    handle(shop: Shop, input: CommonInput & (PublicInput | { actor: Actor }) & Record<Place, unknown>): Promise<unknown>
  }
type Place = 'params' | 'query' | 'headers' | 'body'

/** The names of the contracts in a module. */
type Name<M> = { [N in keyof M]: M[N] extends Contract ? N : never }[keyof M]

/** Attaches a handler to every contract of a module. */
export function implement<M extends object>(
  contracts: M,
  handlers: { [N in Name<M>]: M[N] extends Contract ? Handler<M[N]> : never },
): readonly { [N in Name<M>]: M[N] extends Contract ? Endpoint<M[N]> : never }[Name<M>][] {
  const endpoints = Object.entries(handlers as Record<string, Handler<Contract>>).map(([operationId, handler]) => ({
    ...(contracts as Record<string, Contract>)[operationId],
    ...(typeof handler === 'function' ? { handle: handler } : handler),
    operationId,
  }))
  return endpoints as never
}
