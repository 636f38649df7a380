import { globSync, readFileSync } from 'node:fs'
import { ts } from '@ts-morph/common'
import { inFull } from './full-run.ts'
import { leastTime, leastTimes } from './least-time.ts'

export type Pattern = { source: string; flags: string; where: string }

/** Every regular expression in the files of these folders. Throws if one cannot be read. */
export function patternsOf(folders: readonly string[]): Pattern[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  return files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => patternsIn(file, readFileSync(file, 'utf8')))
}

export function patternsIn(file: string, text: string): Pattern[] {
  const source: ts.SourceFile & { parseDiagnostics?: readonly unknown[] } = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
  )
  if (source.parseDiagnostics?.length) throw new Error(`${file} cannot be parsed`)
  const found: Pattern[] = []
  const visit = (node: ts.Node): void => {
    const where = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), where })
    } else if (ts.isIdentifier(node) && node.text === 'RegExp' && !ts.isTypeNode(node.parent)) {
      // A pattern built at run time cannot be tested here.
      if (!isTypeTest(node)) throw new Error(`${where} builds a pattern at run time; write it as a literal`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isTypeTest = ({ parent }: ts.Node) =>
  ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword

const alphabet = [
  ...'aZ0 /\t\n\r\\.,;:-_@<>"\'=&#%|()[]{}*+?!~`^$\0é中\u202a\u0301123456789',
  ...'bcdefghijklmnopqrstuvwxyz',
  '\ud800',
]

/** `other` is a character that it does not match. */
type Atom = { samples: string[]; other: string; isLiteral: boolean }

/** The characters and classes of a pattern in order, each with matching characters. */
function atomsOf({ source, flags }: Pattern): Atom[] {
  const atoms: Atom[] = []
  const token =
    /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:<[=!]|<\w+>|[:=!])|\{\d+(?:,\d*)?\}|[\s\S]/gy
  const literals = new Set<string>()
  for (const [part] of source.matchAll(token)) {
    const isSyntax = /^(?:\(|\(\?.*|[)|*+?^$]|\{\d.*\}|\\[bB])$/s.test(part)
    if (isSyntax) continue
    const whole = new RegExp(`^(?:${part})$`, flags.replace(/[gy]/g, ''))
    const isLiteral = !/^\[|^\.$|^\\[dDwWsSpP]/.test(part)
    const samples = isLiteral ? [literalOf(part)] : alphabet.filter((character) => whole.test(character))
    if (samples.length === 0) throw new Error(`No character matches ${part} of /${source}/`)
    if (isLiteral) literals.add(samples[0] ?? '')
    const other = alphabet.find((character) => !whole.test(character)) ?? ''
    atoms.push({ samples, other, isLiteral })
  }
  // In a wide class, the characters that the pattern also names make a match ambiguous.
  return atoms.map(({ samples, ...atom }) => ({
    ...atom,
    samples: [...samples.slice(0, 2), ...samples.slice(2).filter((character) => literals.has(character))],
  }))
}

function literalOf(part: string): string {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }
  if (!part.startsWith('\\')) return part
  const code = /^\\[ux]\{?([0-9a-fA-F]{2,6})\}?$/.exec(part)?.[1]
  return code ? String.fromCodePoint(Number.parseInt(code, 16)) : (escapes[part.slice(1)] ?? part.slice(1))
}

const usualUnits = [' ', '/', 'a', '0', ',', '.', '-', '<script', '\n', 'a/', ' ,', '_a', '\0']
const maxPrefixes = inFull(16, 5)
const maxCharacters = inFull(10, 5)
const maxSuffixes = 4

/** A unit to repeat, with prefix and suffix, that makes a pattern backtrack as often as possible. */
type Parts = { prefix: string; unit: string; suffix: string }

function hostileParts(pattern: Pattern): Parts[] {
  const atoms = atomsOf(pattern)
  const characters = [...new Set(atoms.flatMap(({ samples }) => samples))].slice(0, maxCharacters)
  const pairs = characters.flatMap((first) =>
    characters.filter((second) => second !== first).map((second) => first + second),
  )
  const runs = runsOf(atoms)
  const units = [...new Set([...characters, ...pairs, ...runs, ...runs.flatMap((run) => [`${run} `, `${run}a`])])]
  const beginnings = atoms.map((_, index) =>
    atoms
      .slice(0, index + 1)
      .map(({ samples }) => samples[0])
      .join(''),
  )
  const step = Math.max(1, Math.ceil(beginnings.length / maxPrefixes))
  const prefixes = ['', 'x', ...beginnings.filter((_, index) => index % step === 0)]
  const others = new Set(atoms.filter(({ isLiteral }) => !isLiteral).map(({ other }) => other))
  const suffixes = new Set(['', '\0', 'x!', ...[...others].slice(0, maxSuffixes), beginnings.at(-1) ?? ''])
  return [
    ...prefixes.flatMap((prefix) => units.map((unit) => ({ prefix, unit, suffix: '\0' }))),
    ...[...suffixes].flatMap((suffix) => [...units, ...usualUnits].map((unit) => ({ prefix: '', unit, suffix }))),
  ]
}

function runsOf(atoms: readonly Atom[]): string[] {
  const runs = ['']
  for (const { samples, isLiteral } of atoms) {
    if (isLiteral) runs.push((runs.pop() ?? '') + samples[0])
    else runs.push('')
  }
  return [
    ...new Set([...runs.filter((run) => run.length > 1), atoms.map(({ samples }) => samples[0]).join('')]),
  ].filter(Boolean)
}

const build = ({ prefix, unit, suffix }: Parts, length: number) =>
  prefix + unit.repeat(Math.max(1, Math.floor((length - prefix.length - suffix.length) / unit.length))) + suffix

/** Not `replace`, which collects all matches first: the time for that memory grows faster than a text of many matches. */
function findAll(expression: RegExp, text: string): void {
  expression.lastIndex = 0
  for (let start = 0; expression.test(text); start = expression.lastIndex) {
    if (expression.lastIndex <= start) expression.lastIndex = start + 1
  }
}

const timeOf = (expression: RegExp, text: string, runs: number) => leastTime(runs, () => findAll(expression, text))

const kilobyte = 1024
const maxLength = inFull(16, 6) * kilobyte
const suspiciousMs = 0.3
/** How many slow candidates are examined. */
const maxSuspects = inFull(Number.POSITIVE_INFINITY, 40)
const measurableMs = 4
const tooSlowMs = 40
/** Of the time, for twice the length. */
const maxGrowth = 3

/** A text on which the pattern takes more than linear time, if one is found. Short texts come first, because they always end. */
export function superLinear(pattern: Pattern): string | undefined {
  const expression = new RegExp(pattern.source, [...new Set(`${pattern.flags.replace('y', '')}g`)].join(''))
  const candidates = hostileParts(pattern)
  for (const length of [24, 200, 800]) {
    for (const parts of candidates) {
      const text = build(parts, length)
      if (timeOf(expression, text, 1) > tooSlowMs && timeOf(expression, text, 3) > tooSlowMs)
        return `${JSON.stringify(parts)}: over ${tooSlowMs} ms at ${length} characters`
    }
  }
  const timed: { parts: Parts; ms: number }[] = []
  let suspects = 0
  for (const parts of candidates) {
    const ms = timeOf(expression, build(parts, 2 * kilobyte), 1)
    timed.push({ parts, ms })
    if (ms < suspiciousMs || ++suspects > maxSuspects) continue
    const found = growth(expression, parts)
    if (found) return found
  }
  const slowest = timed.toSorted((a, b) => b.ms - a.ms)[0]
  return slowest && growth(expression, slowest.parts)
}

function growth(expression: RegExp, parts: Parts): string | undefined {
  const findIn = (length: number) => {
    const text = build(parts, length)
    return () => findAll(expression, text)
  }
  let length = maxLength
  let first = leastTime(1, findIn(length))
  // On a fast machine, even a quadratic pattern needs a longer text for a measurable time.
  while (first < measurableMs && first > suspiciousMs && length < maxLength * 16) {
    length *= 2
    first = leastTime(1, findIn(length))
  }
  if (first < measurableMs) return undefined
  const times = leastTimes(findIn(length / 2), findIn(length), maxGrowth)
  // Compiled code is faster than the first run, and a long first run may have waited for other work.
  if (times.long < measurableMs / 4 || times.long < maxGrowth * times.short) return undefined
  return `${JSON.stringify(parts)}: ${times.short.toFixed(1)} ms, and ${times.long.toFixed(1)} ms for twice the length`
}
