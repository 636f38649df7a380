import { mkdirSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform } from 'node:os'
import path from 'node:path'

export type Row = {
  what: string
  measured: string
  /** Statements, bytes and processor time of one answer. */
  cost?: string
  yardstick: string
  /** The ratio or the number that is held against the budget. */
  figure: string
  spread: string
  budget: string
  /** Undefined where nothing was promised. */
  ok: boolean | undefined
  /** What the row was made of, for the file. */
  raw?: unknown
}

const columns = ['what', 'measured', 'cost', 'yardstick', 'figure', 'spread', 'budget'] as const

export function printTable(rows: Row[]): void {
  const verdict = ({ ok }: Row) => (ok === undefined ? '' : ok ? 'OK' : 'OVER')
  const lines = [[...columns, ''], ...rows.map((row) => [...columns.map((column) => row[column] ?? ''), verdict(row)])]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)))
  const print = (line: string[]) =>
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  const [heading = [], ...body] = lines
  print(heading)
  console.log(widths.map((width) => '─'.repeat(width)).join('  '))
  for (const line of body) print(line)
}

export function writeResults(folder: string, rows: Row[], about: Record<string, unknown>): string {
  const file = path.join(folder, 'latest.json')
  mkdirSync(folder, { recursive: true })
  const machine = { platform: platform(), arch: arch(), cores: cpus().length, node: process.version }
  writeFileSync(file, `${JSON.stringify({ takenAt: new Date().toISOString(), machine, ...about, rows }, null, 2)}\n`)
  return file
}

/** Processes that wanted a processor lately, ours and others': far above the cores, nothing but ratios can be believed. */
export function machineLoad(): { cores: number; lastMinute: number } {
  return { cores: cpus().length, lastMinute: Number((loadavg()[0] ?? 0).toFixed(1)) }
}

export const round = (value: number, digits = 1) => value.toFixed(digits)
export const spreadOf = (values: number[], digits = 1) =>
  `${round(Math.min(...values), digits)}–${round(Math.max(...values), digits)}`
export const thousands = (value: number) => Math.round(value).toLocaleString('en-US')
export const kilobytes = (bytes: number) => `${round(bytes / 1024)} KB`
export const megabytes = (bytes: number) => `${round(bytes / 1024 / 1024)} MB`
