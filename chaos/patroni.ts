import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '#bench/stage.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startHaproxy } from './haproxy.ts'
import { etcdFlags, type Node, patroniSettings, primaryDoor } from './patroni-settings.ts'
import { type Household, openHousehold } from './process-group.ts'
import { debianPostgres } from './programs.ts'
import { withDatabase } from './scene.ts'

// Not «first»: that is a keyword of synchronous_standby_names, and PostgreSQL refuses it as a name.
const names = ['node1', 'node2', 'node3']
const readyWithinMs = 90_000

type Member = { name: string; role: string; state: string }

export type PatroniCluster = {
  /** Of the door that HAProxy keeps to whichever node is the primary. */
  url: string
  primary(): Promise<string>
  /** Everything of a node at once, as when its power fails. With `deafMs`, its standbys first hear nothing of it. */
  kill(name: string, deafMs: number): Promise<void>
  /** Starts a killed node again and waits until the cluster is whole. */
  revive(name: string): Promise<void>
}

/** Three nodes under Patroni, three etcd and HAProxy, on this machine. */
export async function startCluster(stage: Stage, { synchronous }: { synchronous: boolean }): Promise<PatroniCluster> {
  const household = await openHousehold(stage)
  const etcd = await startEtcd(household)
  const nodes: Node[] = []
  for (const name of names) {
    const node = { name, postgres: await freePort(), rest: await freePort(), folder: household.makeFolder(name) }
    const settings = patroniSettings(node, etcd, debianPostgres() ?? '', synchronous)
    writeFileSync(path.join(node.folder, 'patroni.yml'), JSON.stringify(settings))
    nodes.push(node)
  }
  const join = ({ name, folder }: Node) => household.start(name, 'patroni', [path.join(folder, 'patroni.yml')])
  for (const node of nodes) join(node)
  await untilWhole(nodes, synchronous)
  const port = await freePort()
  startHaproxy(household, primaryDoor(port, nodes))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilOpen(url)

  const find = (name: string) => {
    const node = nodes.find((each) => each.name === name)
    if (!node) throw new Error(`There is no node ${name}`)
    return node
  }
  return {
    url,
    primary: async () => (await membersSeenBy(nodes)).find(({ role }) => role === 'leader')?.name ?? '',
    kill: async (name, deafMs) => {
      const node = find(name)
      if (deafMs > 0) {
        for (const pid of walsenders(node)) process.kill(pid, 'SIGSTOP')
        await sleep(deafMs)
      }
      household.kill(name)
      killPostgres(node)
    },
    revive: async (name) => {
      join(find(name))
      await untilWhole(nodes, synchronous)
    },
  }
}

/** Where they listen. */
async function startEtcd(household: Household): Promise<string[]> {
  const peers: { name: string; client: number; peer: number }[] = []
  for (const [n] of names.entries()) {
    peers.push({ name: `etcd${n + 1}`, client: await freePort(), peer: await freePort() })
  }
  for (const each of peers) household.start(each.name, 'etcd', etcdFlags(each, peers, household.folder))
  return peers.map(({ client }) => `127.0.0.1:${client}`)
}

function ask({ rest }: Node, about: string): Promise<Response | undefined> {
  return fetch(`http://127.0.0.1:${rest}/${about}`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
}

async function membersSeenBy(nodes: Node[]): Promise<Member[]> {
  for (const node of nodes) {
    const answer = await ask(node, 'cluster')
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

/** Each node is asked itself too: of one that was killed, the others go on saying for a while that it runs. */
async function untilWhole(nodes: Node[], synchronous: boolean): Promise<void> {
  const until = performance.now() + readyWithinMs
  while (performance.now() < until) {
    const running = (await membersSeenBy(nodes)).filter(({ state }) => state === 'running' || state === 'streaming')
    const healthy = await Promise.all(nodes.map((node) => ask(node, 'health')))
    const isWhole = running.length === nodes.length && healthy.every((answer) => answer?.ok)
    const isThere = (wanted: string) => running.some(({ role }) => role === wanted)
    if (isWhole && isThere('leader') && (!synchronous || isThere('sync_standby'))) return
    await sleep(300)
  }
  throw new Error(`The cluster is not whole: ${JSON.stringify(await membersSeenBy(nodes))}`)
}

async function untilOpen(url: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const isOpen = await withDatabase(url, (query) => query('select 1')).then(
      () => true,
      () => false,
    )
    if (isOpen) return
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
