import { mkdirSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform } from 'node:os'
import path from 'node:path'

export type Row = {
  name: string
  measured: string
  /** Statements, bytes and processor time of one response. */
  cost?: string
  baseline: string
  /** The ratio or number that is compared with the budget. */
  value: string
  spread: string
  budget: string
  /** Undefined if there is no budget. */
  ok: boolean | undefined
  /** The raw measurements, for the file. */
  raw?: unknown
}

const columns = ['name', 'measured', 'cost', 'baseline', 'value', 'spread', 'budget'] as const

export function printTable(rows: Row[]): void {
  const budgetStatus = ({ ok }: Row) => (ok === undefined ? '' : ok ? 'OK' : 'OVER')
  const lines = [
    [...columns, ''],
    ...rows.map((row) => [...columns.map((column) => row[column] ?? ''), budgetStatus(row)]),
  ]
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

export function writeResults(folder: string, rows: Row[], metadata: Record<string, unknown>): string {
  const file = path.join(folder, 'latest.json')
  mkdirSync(folder, { recursive: true })
  const machine = { platform: platform(), arch: arch(), cores: cpus().length, node: process.version }
  writeFileSync(file, `${JSON.stringify({ takenAt: new Date().toISOString(), machine, ...metadata, rows }, null, 2)}\n`)
  return file
}

/** Load average of all processes. If it is far above the number of cores, only ratios are reliable. */
export function machineLoad(): { cores: number; lastMinute: number } {
  return { cores: cpus().length, lastMinute: Number((loadavg()[0] ?? 0).toFixed(1)) }
}

export const round = (value: number, digits = 1) => value.toFixed(digits)
export const spreadOf = (values: number[], digits = 1) =>
  `${round(Math.min(...values), digits)}–${round(Math.max(...values), digits)}`
export const thousands = (value: number) => Math.round(value).toLocaleString('en-US')
export const kilobytes = (bytes: number) => `${round(bytes / 1024)} KB`
export const megabytes = (bytes: number) => `${round(bytes / 1024 / 1024)} MB`
