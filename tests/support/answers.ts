import type { z } from 'zod'
import type { Endpoints } from '#api/index.ts'
import type { ErrorBody } from '#shared/errors.ts'

/** `/product/{slug}` becomes `/product/{}`, in lower case. */
type Pattern<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Lowercase<Before>}{}${Pattern<After>}`
  : Lowercase<Path>

type Calls = { [E in Endpoints[number] as `${E['method']} /api${Pattern<E['path']>}`]: E }

/** The call that fits; a name counts before a parameter. What a test fills into the path is one whole segment. */
type Find<Done extends string, Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? string extends Segment
    ? Find<`${Done}/{}`, Rest>
    : [Find<`${Done}/${Lowercase<Segment>}`, Rest>] extends [never]
      ? Find<`${Done}/{}`, Rest>
      : Find<`${Done}/${Lowercase<Segment>}`, Rest>
  : string extends Path
    ? `${Done}/{}` & keyof Calls
    : `${Done}/${Lowercase<Path>}` extends keyof Calls
      ? `${Done}/${Lowercase<Path>}`
      : `${Done}/{}` & keyof Calls

type Plain<Target extends string> = Target extends `${infer Path}?${string}`
  ? Plain<Path>
  : Target extends `${infer Path}/`
    ? Path
    : Target

type CallOf<M extends string, Path extends string> = M extends string
  ? Path extends `/${infer Rest}`
    ? Find<`${Lowercase<M>} `, Rest>
    : never
  : never

type Schema = z.ZodType | undefined
type Refusal<C extends Schema> = Omit<ErrorBody, 'current'> & { current?: z.output<NonNullable<C>> }
type Told<A, C extends Schema> = A & Omit<Partial<Refusal<C>>, keyof A>

type EndpointOf<M extends string, Target extends string> = Calls[CallOf<M, Plain<Target>>]
type OutputOf<E extends Endpoints[number]> = z.output<NonNullable<E['answer']>>

/** What a call answers when all goes well. */
export type AnswerOf<M extends string, Target extends string> = OutputOf<EndpointOf<M, Target>>

/** The JSON of a call. That of a refusal lacks the fields of the answer, and reading one throws. */
type BodyOf<M extends string, Target extends string> = [CallOf<M, Plain<Target>>] extends [never]
  ? unknown
  : EndpointOf<M, Target> extends infer E extends Endpoints[number]
    ? E extends unknown
      ? Told<OutputOf<E>, E['current']>
      : never
    : never

export type Answer<M extends string, Target extends string> = { status: number; body: BodyOf<M, Target> }
export type Sent<M extends string> = RequestInit & { method?: M }

/** The first of a list that must hold one. */
export function first<T>(list: readonly T[] | undefined): T {
  const [found] = list ?? []
  if (found === undefined) throw new Error('The list is empty')
  return found
}
