import type * as z from 'zod/mini'
import type { Actor } from '#modules/accounts/sessions.server.ts'
import type { ShownStock } from '#modules/catalog/cache-validator.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import type { LimitName, Origin } from '#platform/limits.server.ts'
import type { Audience } from './access.ts'
import type { CallError } from './openapi-errors.ts'

type ObjectSchema = z.ZodMiniObject | undefined
type Parsed<S extends ObjectSchema> = S extends z.ZodMiniObject ? z.output<S> : Record<string, never>

/** HttpOnly cookies, used only for sign-in. */
export type Cookies = {
  read(name: string): string | undefined
  write(name: string, value: string, seconds: number): void
}

/** A request body that is not JSON, limited to the size that the endpoint allows. */
export type UploadBody = { stream(): ReadableStream<Uint8Array> }

/** A form is parsed with the schema of the body; a CSV file is read as a stream. */
export type Upload =
  | { type: 'multipart/form-data'; maxBytes: number }
  | { type: 'text/csv'; maxBytes: number; description: string; example: string }

/** `caller` is the IP address; rate limits count by `origin`. */
type CommonInput = { caller: string; origin: Origin; cookies: Cookies; search: string; incoming: UploadBody }
/** A public endpoint looks up the caller only on demand; all other endpoints always have an actor. */
type CallerInput<W extends Audience> = W extends 'public'
  ? { findActor(): Promise<Actor | undefined> }
  : { actor: Actor }

type Method = 'get' | 'post' | 'put' | 'delete'
type Schema = z.ZodMiniType | undefined

/** Method, path and schemas are type parameters, so that tests get typed responses. */
export type Endpoint<M = Method, P = string, A = Schema, C = Schema> = {
  /** The function name in generated clients. */
  operationId: string
  method: M
  /** As written in the specification; matched in any letter case. */
  path: P
  audience: Audience
  summary: string
  description: string | undefined
  /** A public call whose response depends on the token, if one is sent. */
  optionalToken: boolean
  /** Errors in addition to those that follow from the audience and the input. */
  errors: readonly CallError[]
  /** The schema of `current` in a 409 after another change. */
  current: C
  params: ObjectSchema
  query: ObjectSchema
  /** Query parameters or form fields that may occur more than once. */
  repeatable: readonly string[]
  headers: ObjectSchema
  body: ObjectSchema
  /** A rate limit in addition to the common one. Every call that sends email has one. */
  limit: LimitName | undefined
  /** Accepts a form or a file instead of JSON. */
  upload: Upload | undefined
  /** The content type of a streamed response, instead of JSON. */
  streamContentType: string | undefined
  /** Undefined for a response without a body or a redirect, whose handler returns the URL. */
  answer: A
  status: 200 | 201 | 204 | 302
  /** The URL itself grants access, so the response must not be cached. */
  secret: boolean
  /** The file name of a download. */
  downloadName: string | undefined
  /**
   * For a response that is the same for everyone and can be cached. Returns the stock shown in it, which changes without
   * a new shop version, or undefined if this response must not be cached.
   */
  cacheable: ((answer: unknown) => ShownStock | undefined) | undefined
  /** Replaces the common message while the database is unavailable. */
  unavailableMessage: string | undefined
  handle(
    shop: Shop,
    input: CommonInput & { params: unknown; query: unknown; headers: unknown; body: unknown } & (
        | CallerInput<'public'>
        | CallerInput<'customer'>
      ),
  ): Promise<unknown>
}

type Definition<
  M extends Method,
  Path extends string,
  W extends Audience,
  P extends ObjectSchema,
  Q extends ObjectSchema,
  B extends ObjectSchema,
  A extends z.ZodMiniType,
  H extends ObjectSchema,
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
  repeatable?: readonly string[]
  headers?: H
  body?: B
  limit?: LimitName
  upload?: Upload
  secret?: boolean
  downloadName?: string
  cacheable?: (answer: z.input<A>) => ShownStock | undefined
  unavailableMessage?: string
  handle(
    shop: Shop,
    input: CommonInput & CallerInput<W> & { params: Parsed<P>; query: Parsed<Q>; headers: Parsed<H>; body: Parsed<B> },
  ): Promise<z.input<A>>
} & (
  | { answer: A; status?: 200 | 201; streamContentType?: undefined }
  | { answer?: undefined; status: 204 | 302; streamContentType?: undefined }
  | { answer?: undefined; status?: 200; streamContentType: string }
)

/** One definition provides the route, the validation, the access check and the API documentation. */
export function endpoint<
  M extends Method,
  Path extends string,
  W extends Audience,
  P extends ObjectSchema = undefined,
  Q extends ObjectSchema = undefined,
  B extends ObjectSchema = undefined,
  A extends z.ZodMiniType = z.ZodMiniType,
  H extends ObjectSchema = undefined,
  C extends Schema = undefined,
>(definition: Definition<M, Path, W, P, Q, B, A, H, C>): Endpoint<M, Path, A | undefined, C | undefined> {
  const {
    params,
    query,
    headers,
    body,
    limit,
    answer,
    upload,
    streamContentType,
    downloadName,
    cacheable,
    unavailableMessage,
    handle,
    ...rest
  } = definition
  return {
    description: undefined,
    optionalToken: false,
    errors: [],
    current: undefined,
    repeatable: [],
    status: 200,
    secret: false,
    ...rest,
    params,
    query,
    headers,
    body,
    limit,
    answer,
    upload,
    streamContentType,
    downloadName,
    cacheable: cacheable as Endpoint['cacheable'],
    unavailableMessage,
    handle: handle as unknown as Endpoint['handle'],
  }
}
