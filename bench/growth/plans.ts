import { query } from '../query.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

export type Plan = {
  statement: string
  /** Tables and indexes with the rows or entries read; 0 if the plan was not executed. */
  scans: { source: string; rows: number }[]
  /** Tables that are scanned sequentially. */
  scannedTables: string[]
  /** Only with `analyze`. */
  rowsRead: number
}

/** Every new connection to this database then logs the plan of each statement, also inside functions. */
export async function logPlans(url: string, to: { level: 'notice' | 'log'; analyze: boolean }): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': to.level,
    'auto_explain.log_analyze': String(to.analyze),
    'auto_explain.log_timing': 'off',
  }
  const database = new URL(url).pathname.slice(1)
  for (const [name, value] of Object.entries(settings))
    await query(url, `alter database ${database} set ${name} = '${value}'`)
}

/** Parses one message of auto_explain; undefined for other messages. */
export function readPlan(message: string): Plan | undefined {
  const [, json] = /duration: [\d.]+ ms\s+plan:\s*(\{[\s\S]*\})/.exec(message) ?? []
  if (!json) return undefined
  const parsed = JSON.parse(json) as { 'Query Text': string; Plan: Node }
  const nodes = nodesOf(parsed.Plan)
  return {
    statement: parsed['Query Text'],
    scans: nodes.flatMap(scanOf),
    scannedTables: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? node['Relation Name'] : [],
    ),
    rowsRead: nodes.filter(isScan).reduce((sum, node) => sum + rowsReadBy(node), 0),
  }
}

/** All plans in a server log, where continuation lines start with a tab. */
export function plansInLog(log: string): Plan[] {
  return log.split(/\n(?!\t)/).flatMap((entry) => readPlan(entry) ?? [])
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

const isScan = (node: Node) => node['Relation Name'] !== undefined && / Scan$/.test(node['Node Type'])

function scanOf(node: Node): Plan['scans'] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node
  const source = type === 'Seq Scan' ? `seq scan ${table}` : index
  return source ? [{ source, rows: rowsReadBy(node) }] : []
}

function rowsReadBy(node: Node): number {
  const loops = node['Actual Loops'] ?? 0
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(((node['Actual Rows'] ?? 0) + removed) * loops)
}

const manyRows = 10_000

/** Tables so large that no statement may scan them sequentially. */
export async function largeTables(url: string, minRows = manyRows): Promise<Set<string>> {
  const rows = await query<{ name: string }>(
    url,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1",
    [minRows],
  )
  return new Set(rows.map(({ name }) => name))
}
