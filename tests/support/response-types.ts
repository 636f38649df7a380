import type * as z from 'zod/mini'
import type { Endpoints } from '#api/index.ts'
import type { ErrorBody } from '#shared/errors.ts'

/** `/product/{slug}` becomes `/product/{}`, in lower case. */
type Pattern<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Lowercase<Before>}{}${Pattern<After>}`
  : Lowercase<Path>

type Calls = { [E in Endpoints[number] as `${E['method']} /api${Pattern<E['path']>}`]: E }

/** The endpoint of a path. A literal segment wins over a parameter; an interpolated value is one whole segment. */
type FindCall<Done extends string, Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? string extends Segment
    ? FindCall<`${Done}/{}`, Rest>
    : [FindCall<`${Done}/${Lowercase<Segment>}`, Rest>] extends [never]
      ? FindCall<`${Done}/{}`, Rest>
      : FindCall<`${Done}/${Lowercase<Segment>}`, Rest>
  : string extends Path
    ? `${Done}/{}` & keyof Calls
    : `${Done}/${Lowercase<Path>}` extends keyof Calls
      ? `${Done}/${Lowercase<Path>}`
      : `${Done}/{}` & keyof Calls

type WithoutQuery<Target extends string> = Target extends `${infer Path}?${string}`
  ? WithoutQuery<Path>
  : Target extends `${infer Path}/`
    ? Path
    : Target

type CallOf<M extends string, Path extends string> = M extends string
  ? Path extends `/${infer Rest}`
    ? FindCall<`${Lowercase<M>} `, Rest>
    : never
  : never

type Schema = z.ZodMiniType | undefined
type Refusal<C extends Schema> = Omit<ErrorBody, 'current'> & { current?: z.output<NonNullable<C>> }
type ResponseBody<A, C extends Schema> = A & Omit<Partial<Refusal<C>>, keyof A>

type EndpointOf<M extends string, Target extends string> = Calls[CallOf<M, WithoutQuery<Target>>]
type OutputOf<E extends Endpoints[number]> = E extends { answer: z.ZodMiniType } ? z.output<E['answer']> : undefined

/** The body of a successful response. */
export type ResponseBodyOf<M extends string, Target extends string> = OutputOf<EndpointOf<M, Target>>

/** The JSON of a response. An error body lacks the fields of a success body, and reading one throws. */
type BodyOf<M extends string, Target extends string> = [CallOf<M, WithoutQuery<Target>>] extends [never]
  ? unknown
  : EndpointOf<M, Target> extends infer E extends Endpoints[number]
    ? E extends unknown
      ? ResponseBody<OutputOf<E>, E extends { current: infer Current extends z.ZodMiniType } ? Current : undefined>
      : never
    : never

export type TestResponse<M extends string, Target extends string> = { status: number; body: BodyOf<M, Target> }
export type RequestOf<M extends string> = RequestInit & { method?: M }

/** The first item of a list that must not be empty. */
export function first<T>(list: readonly T[] | undefined): T {
  const [found] = list ?? []
  if (found === undefined) throw new Error('The list is empty')
  return found
}
