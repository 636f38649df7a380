import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunContext } from '#bench/run-context.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startHaproxy } from './haproxy.ts'
import { etcdFlags, type Node, patroniSettings, primaryProxyConfig } from './patroni-settings.ts'
import { openProcessGroup, type ProcessGroup } from './process-group.ts'
import { debianPostgres } from './programs.ts'
import { withDatabase } from './scenario-environment.ts'

// "first" is a keyword of synchronous_standby_names and cannot be a name.
const names = ['node1', 'node2', 'node3']
const readyWithinMs = 90_000

type Member = { name: string; role: string; state: string }

export type PatroniCluster = {
  /** Leads through HAProxy to the primary. */
  url: string
  primary(): Promise<string>
  /** Kills all processes of a node. With `pauseMs`, replication to its standbys stops before. */
  kill(name: string, pauseMs: number): Promise<void>
  /** Starts a killed node again and waits until the cluster is complete. */
  restart(name: string): Promise<void>
}

/** Three nodes under Patroni, three etcd and HAProxy, on this machine. */
export async function startCluster(
  context: RunContext,
  { synchronous }: { synchronous: boolean },
): Promise<PatroniCluster> {
  const group = await openProcessGroup(context)
  const etcd = await startEtcd(group)
  const nodes: Node[] = []
  for (const name of names) {
    const node = { name, postgres: await freePort(), rest: await freePort(), folder: group.makeFolder(name) }
    const settings = patroniSettings(node, etcd, debianPostgres() ?? '', synchronous)
    writeFileSync(path.join(node.folder, 'patroni.yml'), JSON.stringify(settings))
    nodes.push(node)
  }
  const startNode = ({ name, folder }: Node) => group.start(name, 'patroni', [path.join(folder, 'patroni.yml')])
  for (const node of nodes) startNode(node)
  await untilComplete(nodes, synchronous)
  const port = await freePort()
  startHaproxy(group, primaryProxyConfig(port, nodes))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilConnected(url)

  const findNode = (name: string) => {
    const node = nodes.find((each) => each.name === name)
    if (!node) throw new Error(`There is no node ${name}`)
    return node
  }
  return {
    url,
    primary: async () => (await readMembers(nodes)).find(({ role }) => role === 'leader')?.name ?? '',
    kill: async (name, pauseMs) => {
      const node = findNode(name)
      if (pauseMs > 0) {
        for (const pid of walsenders(node)) process.kill(pid, 'SIGSTOP')
        await sleep(pauseMs)
      }
      group.kill(name)
      killPostgres(node)
    },
    restart: async (name) => {
      startNode(findNode(name))
      await untilComplete(nodes, synchronous)
    },
  }
}

/** Returns the client addresses. */
async function startEtcd(group: ProcessGroup): Promise<string[]> {
  const peers: { name: string; client: number; peer: number }[] = []
  for (const [n] of names.entries()) {
    peers.push({ name: `etcd${n + 1}`, client: await freePort(), peer: await freePort() })
  }
  for (const each of peers) group.start(each.name, 'etcd', etcdFlags(each, peers, group.folder))
  return peers.map(({ client }) => `127.0.0.1:${client}`)
}

function callPatroni({ rest }: Node, path: string): Promise<Response | undefined> {
  return fetch(`http://127.0.0.1:${rest}/${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
}

async function readMembers(nodes: Node[]): Promise<Member[]> {
  for (const node of nodes) {
    const response = await callPatroni(node, 'cluster')
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members
  }
  return []
}

/** Also checks each node itself, because the others report a killed node as running for a while. */
async function untilComplete(nodes: Node[], synchronous: boolean): Promise<void> {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline) {
    const running = (await readMembers(nodes)).filter(({ state }) => state === 'running' || state === 'streaming')
    const responses = await Promise.all(nodes.map((node) => callPatroni(node, 'health')))
    const isComplete = running.length === nodes.length && responses.every((response) => response?.ok)
    const hasRole = (expected: string) => running.some(({ role }) => role === expected)
    if (isComplete && hasRole('leader') && (!synchronous || hasRole('sync_standby'))) return
    await sleep(300)
  }
  throw new Error(`The cluster is not complete: ${JSON.stringify(await readMembers(nodes))}`)
}

async function untilConnected(url: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const isConnected = await withDatabase(url, (query) => query('select 1')).then(
      () => true,
      () => false,
    )
    if (isConnected) return
    await sleep(200)
  }
  throw new Error('HAProxy found no primary')
}

function postmasterOf({ folder }: Node): number | undefined {
  const file = path.join(folder, 'data', 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return pid > 0 && commandOf(pid).includes(folder) ? pid : undefined
}

function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}

function walsenders(node: Node): number[] {
  return childrenOf(postmasterOf(node)).filter((pid) => commandOf(pid).includes('walsender'))
}

function killPostgres(node: Node): void {
  const postmaster = postmasterOf(node)
  if (postmaster === undefined) return
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
}
