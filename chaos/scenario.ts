import type { Stage } from '#bench/stage.ts'
import type { Needs } from './programs.ts'

/** What was looked at, what was seen, and whether that is what was promised. */
export type Finding = { what: string; seen: string; wanted: string; ok: boolean }

export type Scenario = {
  name: string
  /** Part of the short round that `npm test` makes. */
  short: boolean
  needs?: Needs
  play(stage: Stage): Promise<Finding[]>
}

export function finding(what: string, seen: string | number, wanted: string, ok: boolean): Finding {
  return { what, seen: String(seen), wanted, ok }
}

/** The oracle's word, as a finding. */
export function verdict(wrong: string[]): Finding {
  const seen = wrong.length === 0 ? 'content' : `${wrong.length} wrong: ${wrong.slice(0, 3).join('; ')}`
  return finding('the oracle', seen, 'content', wrong.length === 0)
}
