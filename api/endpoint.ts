import type { z } from 'zod'
import type { Actor } from '#modules/accounts/sessions.server.ts'
import type { ShownStock } from '#modules/catalog/cache-validator.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import type { LimitName, Origin } from '#platform/limits.server.ts'
import type { Audience } from './access.ts'
import type { CallError } from './openapi-errors.ts'

type Shape = z.ZodObject | undefined
type Parsed<S extends Shape> = S extends z.ZodObject ? z.output<S> : Record<string, never>

/** Cookies that no script sees, of the sign-in alone. */
export type Cookies = {
  read(name: string): string | undefined
  write(name: string, value: string, seconds: number): void
}

/** A body that is no JSON, never longer than its endpoint allows. */
export type Incoming = { stream(): ReadableStream<Uint8Array> }

/** A form is parsed with the schema of the body; a CSV file is read as a stream. */
export type Upload =
  | { type: 'multipart/form-data'; most: number }
  | { type: 'text/csv'; most: number; description: string; example: string }

/** The caller's address, and what limits count by. */
type Always = { caller: string; origin: Origin; cookies: Cookies; search: string; incoming: Incoming }
/** A public call looks for whoever calls only when it asks; on any other call the caller is known. */
type Who<W extends Audience> = W extends 'public' ? { findActor(): Promise<Actor | undefined> } : { actor: Actor }

type Method = 'get' | 'post' | 'put' | 'delete'
type Schema = z.ZodType | undefined

/** Each definition keeps its method, its path and its schemas as types, so that tests know the answer of a call. */
export type Endpoint<M = Method, P = string, A = Schema, C = Schema> = {
  /** The name of the call in generated clients. */
  operationId: string
  method: M
  /** As the specification spells it; matched without regard to letter case. */
  path: P
  audience: Audience
  summary: string
  description: string | undefined
  /** A public call whose answer depends on the token, if one is sent. */
  optionalToken: boolean
  /** What the call can fail with, besides what follows from its audience and its input. */
  errors: readonly CallError[]
  /** The record that a 409 carries when somebody else has changed it. */
  current: C
  params: Shape
  query: Shape
  /** Query parameters, or parts of a form, that may stand more than once. */
  repeats: readonly string[]
  headers: Shape
  body: Shape
  /** Budgets of its own for the caller, beside the one that all calls share. Every call that sends email has one. */
  limit: LimitName | undefined
  /** Takes a form or a file instead of JSON, of at most so many bytes. */
  upload: Upload | undefined
  /** Answers with a stream of this type instead of JSON. */
  streams: string | undefined
  /** Nothing for an answer without a body; for a redirect, the address that the handler answers with. */
  answer: A
  status: 200 | 201 | 204 | 302
  /** Open to whoever holds its address, and so to be kept nowhere. */
  secret: boolean
  /** The name under which a browser saves the answer, where it is a file. */
  download: string | undefined
  /** Only reads what is the same for everyone, so a replica may answer; not for somebody signed in. */
  fromReplica: boolean
  /**
   * Where the answer is the same for everyone and may be kept in memory: the stock that it shows, which changes without
   * a new version of the shop. Nothing where this one answer is not to be kept.
   */
  kept: ((answer: unknown) => ShownStock | undefined) | undefined
  /** What the caller reads while the database is away, where the common words do not say enough. */
  whenAway: string | undefined
  handle(
    shop: Shop,
    input: Always & { params: unknown; query: unknown; headers: unknown; body: unknown } & (
        | Who<'public'>
        | Who<'customer'>
      ),
  ): Promise<unknown>
}

type Definition<
  M extends Method,
  Path extends string,
  W extends Audience,
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends z.ZodType,
  H extends Shape,
  C extends Schema,
> = {
  operationId: string
  method: M
  path: Path
  audience: W
  summary: string
  description?: string
  optionalToken?: W extends 'public' ? boolean : never
  errors?: readonly CallError[]
  current?: C
  params?: P
  query?: Q
  repeats?: readonly string[]
  headers?: H
  body?: B
  limit?: LimitName
  upload?: Upload
  secret?: boolean
  download?: string
  fromReplica?: boolean
  kept?: (answer: z.input<A>) => ShownStock | undefined
  whenAway?: string
  handle(
    shop: Shop,
    input: Always & Who<W> & { params: Parsed<P>; query: Parsed<Q>; headers: Parsed<H>; body: Parsed<B> },
  ): Promise<z.input<A>>
} & (
  | { answer: A; status?: 200 | 201; streams?: undefined }
  | { answer?: undefined; status: 204 | 302; streams?: undefined }
  | { answer?: undefined; status?: 200; streams: string }
)

/** One definition gives the route, its validation, its audience and its page in the documentation. */
export function endpoint<
  M extends Method,
  Path extends string,
  W extends Audience,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  A extends z.ZodType = z.ZodType,
  H extends Shape = undefined,
  C extends Schema = undefined,
>(definition: Definition<M, Path, W, P, Q, B, A, H, C>): Endpoint<M, Path, A | undefined, C | undefined> {
  const { params, query, headers, body, limit, answer, upload, streams, download, kept, whenAway, handle, ...rest } =
    definition
  return {
    description: undefined,
    optionalToken: false,
    errors: [],
    current: undefined,
    repeats: [],
    status: 200,
    secret: false,
    fromReplica: false,
    ...rest,
    params,
    query,
    headers,
    body,
    limit,
    answer,
    upload,
    streams,
    download,
    kept: kept as Endpoint['kept'],
    whenAway,
    handle: handle as unknown as Endpoint['handle'],
  }
}
