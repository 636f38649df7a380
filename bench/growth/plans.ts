import { ask } from '../ask.ts'

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
  /** What reads a table or an index, and how many rows or entries it reads; 0 where the plan was not carried out. */
  scans: { of: string; rows: number }[]
  /** Tables that are read from end to end. */
  wholeTables: string[]
  /** Only where the plan was made by carrying it out. */
  rowsRead: number
}

/** From now on every new connection to this database tells the plan of each statement, those inside functions too. */
export async function tellPlans(url: string, to: { level: 'notice' | 'log'; analyze: boolean }): Promise<void> {
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
    await ask(url, `alter database ${database} set ${name} = '${value}'`)
}

/** The plan in one message of auto_explain; nothing where the message is about something else. */
export function readPlan(message: string): Plan | undefined {
  const [, json] = /duration: [\d.]+ ms\s+plan:\s*(\{[\s\S]*\})/.exec(message) ?? []
  if (!json) return undefined
  const told = JSON.parse(json) as { 'Query Text': string; Plan: Node }
  const nodes = nodesOf(told.Plan)
  return {
    statement: told['Query Text'],
    scans: nodes.flatMap(scanOf),
    wholeTables: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? node['Relation Name'] : [],
    ),
    rowsRead: nodes.filter(isScan).reduce((sum, node) => sum + rowsReadBy(node), 0),
  }
}

/** All plans in a server's log, where an entry goes on with lines that begin with a tab. */
export function plansInLog(log: string): Plan[] {
  return log.split(/\n(?!\t)/).flatMap((entry) => readPlan(entry) ?? [])
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

const isScan = (node: Node) => node['Relation Name'] !== undefined && / Scan$/.test(node['Node Type'])

function scanOf(node: Node): Plan['scans'] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node
  const of = type === 'Seq Scan' ? `whole ${table}` : index
  return of ? [{ of, rows: rowsReadBy(node) }] : []
}

function rowsReadBy(node: Node): number {
  const loops = node['Actual Loops'] ?? 0
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(((node['Actual Rows'] ?? 0) + removed) * loops)
}

const manyRows = 10_000

/** Tables that hold so much that nothing may read them from end to end. */
export async function largeTables(url: string, atLeast = manyRows): Promise<Set<string>> {
  const rows = await ask<{ name: string }>(
    url,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1",
    [atLeast],
  )
  return new Set(rows.map(({ name }) => name))
}
