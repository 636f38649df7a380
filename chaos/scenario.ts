import type { RunContext } from '#bench/run-context.ts'
import type { Requirements } from './programs.ts'

export type Finding = { name: string; actual: string; expected: string; ok: boolean }

export type Scenario = {
  name: string
  /** Part of the short round of `npm test`. */
  short: boolean
  requirements?: Requirements
  run(context: RunContext): Promise<Finding[]>
}

export function finding(name: string, actual: string | number, expected: string, ok: boolean): Finding {
  return { name, actual: String(actual), expected, ok }
}

export function invariantsFinding(violations: string[]): Finding {
  const summary = `${violations.length} violations: ${violations.slice(0, 3).join('; ')}`
  return finding('invariants', violations.length === 0 ? 'all hold' : summary, 'all hold', violations.length === 0)
}
