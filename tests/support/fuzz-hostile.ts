import { isId, newId } from '#shared/ids.ts'

/** Too deep for any recursive reader. Written as text, because JSON.stringify is recursive too. */
export const deepJson = '['.repeat(100_000) + ']'.repeat(100_000)
const deepMark = 'deeply-nested-json'

const hostileText = ['a\0b', 'a\ud800b', `${'> '.repeat(8_000)}deep`]
const hostileDays = ['0000-01-01', '9999-12-31', '999999-01-01', 'a\0b']
const hostileMoments = ['0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59', 'a\0b']
const hostileNumbers = [0.001, -1, 0, 2 ** 31, 1e308, 2_147_483_647]

/** Values of the same kind as `value` that a schema must refuse or a service must survive. */
export function hostileFor(value: unknown): unknown[] {
  if (typeof value === 'number') return hostileNumbers
  if (typeof value !== 'string') return []
  if (isId(value)) return [newId(), 'a\0b', deepMark]
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return hostileMoments
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return hostileDays
  // Path and query parameters are text, also for numbers.
  return /^\d+$/.test(value) ? [...hostileNumbers.map(String), 'a\0b'] : [...hostileText, deepMark]
}

type Path = (string | number)[]

/** The path of every string and number inside a value. */
export function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return hostileFor(value).length > 0 ? [path] : []
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

export function leafAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)
}

/** Unclosed quotes, quotes inside a cell, a NUL and an incomplete line. */
export const oddCsv = [
  '"',
  '"slug\n',
  'slug,name\n"a,b\n',
  'slug,name\na"b,c\n',
  'slug,name\n"a"b,"c""\n',
  'slug,name\na\0b,c\n',
  'slug,name\na\n',
  `slug,name\n${'"'.repeat(20_001)}`,
]

export function withLeaf<Whole>(value: Whole, path: Path, leaf: unknown): Whole {
  const [key, ...rest] = path
  if (key === undefined) return leaf as Whole
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>
  copy[key] = withLeaf(copy[key], rest, leaf)
  return copy as Whole
}

/** JSON text with the placeholder for deep nesting replaced by the nesting itself. */
export function hostileJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${deepMark}"`, deepJson)
}
