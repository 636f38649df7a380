import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '#bench/stage.ts'
import { freePort } from '#tests/support/free-port.ts'
import { findProgram } from './programs.ts'

const nodes = ['first', 'second', 'third']
const readyWithinMs = 90_000

type Node = { name: string; postgres: number; rest: number; folder: string; patroni?: ChildProcess }
type Member = { name: string; role: string; state: string }

export type PatroniCluster = {
  /** Of the door that HAProxy keeps to whichever node is the primary. */
  url: string
  primary(): Promise<string>
  /** Everything of a node at once, as when its power fails. With `deafMs`, it first hears nothing of its standbys. */
  kill(name: string, deafMs?: number): Promise<void>
  /** Starts a killed node again and waits until the cluster is whole. */
  revive(name: string): Promise<void>
}

/** PostgreSQL's programs, where Debian puts them. */
export function debianPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => path.join(root, version, 'bin')).find((bin) => existsSync(path.join(bin, 'initdb')))
}

function accountOf(user: string): { uid: number; gid: number } {
  const ask = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: ask('-u'), gid: ask('-g') }
}

/** Three nodes under Patroni, three etcd and HAProxy, on this machine. */
export async function startCluster(stage: Stage, { synchronous }: { synchronous: boolean }): Promise<PatroniCluster> {
  const account = accountOf('postgres')
  const folder = await mkdtemp('/var/tmp/alpine-patroni-')
  chownSync(folder, account.uid, account.gid)
  const started: ChildProcess[] = []
  const start = (program: string, args: string[]) => {
    const log = openSync(path.join(folder, `${path.basename(program)}.log`), 'a')
    // Debian's etcd wants to be asked twice on this kind of processor.
    const env = { ...process.env, HOME: folder, ETCD_UNSUPPORTED_ARCH: 'arm64' }
    const stdio: StdioOptions = ['ignore', log, log]
    const child = spawn(findProgram(program) ?? program, args, { ...account, env, cwd: folder, stdio })
    started.push(child)
    return child
  }
  const members: Node[] = []
  stage.onClose(async () => {
    for (const member of members) await killNode(member)
    for (const child of started) await end(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  const etcd = await startEtcd(folder, start)
  for (const name of nodes) {
    const node: Node = { name, postgres: await freePort(), rest: await freePort(), folder: path.join(folder, name) }
    mkdirSync(node.folder)
    chownSync(node.folder, account.uid, account.gid)
    writeFileSync(path.join(node.folder, 'patroni.yml'), JSON.stringify(settingsOf(node, etcd, synchronous)))
    members.push(node)
  }
  const join = (node: Node) => {
    node.patroni = start('patroni', [path.join(node.folder, 'patroni.yml')])
  }
  for (const node of members) join(node)
  await whole(members, synchronous)
  const door = await startDoor(folder, members, start)

  const find = (name: string) => {
    const node = members.find((each) => each.name === name)
    if (!node) throw new Error(`There is no node ${name}`)
    return node
  }
  return {
    url: `postgres://postgres@127.0.0.1:${door}/postgres`,
    primary: async () => (await read(members)).find(({ role }) => role === 'leader')?.name ?? '',
    kill: async (name, deafMs = 0) => {
      const node = find(name)
      if (deafMs > 0) {
        for (const pid of walsenders(node)) process.kill(pid, 'SIGSTOP')
        await sleep(deafMs)
      }
      await killNode(node)
    },
    revive: async (name) => {
      join(find(name))
      await whole(members, synchronous)
    },
  }
}

type Start = (program: string, args: string[]) => ChildProcess

async function startEtcd(folder: string, start: Start): Promise<string[]> {
  const peers: { name: string; client: string; peer: string }[] = []
  for (const name of nodes) {
    const [client, peer] = [await freePort(), await freePort()]
    peers.push({ name, client: `http://127.0.0.1:${client}`, peer: `http://127.0.0.1:${peer}` })
  }
  const cluster = peers.map(({ name, peer }) => `${name}=${peer}`).join(',')
  for (const { name, client, peer } of peers) {
    const flags = {
      name,
      'data-dir': path.join(folder, `etcd-${name}`),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': cluster,
      'heartbeat-interval': '200',
      'election-timeout': '2000',
    }
    start(
      'etcd',
      Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
    )
  }
  return peers.map(({ client }) => new URL(client).host)
}

function settingsOf({ name, postgres, rest, folder }: Node, etcd: string[], synchronous: boolean): object {
  const trusted = ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  return {
    scope: 'alpine',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: etcd.join(',') },
    bootstrap: {
      dcs: {
        ttl: 10,
        loop_wait: 2,
        retry_timeout: 3,
        primary_start_timeout: 0,
        maximum_lag_on_failover: 100 * 1024 * 1024,
        synchronous_mode: synchronous,
        synchronous_mode_strict: synchronous,
        synchronous_node_count: 1,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: path.join(folder, 'data'),
      bin_dir: debianPostgres(),
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
      },
      pg_hba: trusted,
      parameters: { unix_socket_directories: folder, shared_buffers: '64MB' },
    },
  }
}

async function startDoor(folder: string, members: Node[], start: Start): Promise<number> {
  const port = await freePort()
  const servers = members.map(({ name, postgres, rest }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`)
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  )
  start('haproxy', ['-f', file, '-db'])
  await sleep(1_500)
  return port
}

async function read(members: Node[]): Promise<Member[]> {
  for (const { rest } of members) {
    const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

async function whole(members: Node[], synchronous: boolean): Promise<void> {
  const until = performance.now() + readyWithinMs
  while (performance.now() < until) {
    const seen = await read(members)
    const running = seen.filter(({ state }) => state === 'running' || state === 'streaming')
    const isReady = running.length === nodes.length && running.some(({ role }) => role === 'leader')
    if (isReady && (!synchronous || running.some(({ role }) => role === 'sync_standby'))) return
    await sleep(300)
  }
  throw new Error(`The cluster is not whole: ${JSON.stringify(await read(members))}`)
}

function postmasterOf({ folder }: Node): number | undefined {
  const file = path.join(folder, 'data', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}

function walsenders(node: Node): number[] {
  const command = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  return childrenOf(postmasterOf(node) ?? 0).filter((pid) => command(pid).includes('walsender'))
}

/** Only what was started here: the node's own Patroni, its postmaster and the postmaster's children. */
async function killNode(node: Node): Promise<void> {
  const postmaster = postmasterOf(node)
  const isOurs = postmaster !== undefined && isServing(postmaster, node)
  const all = isOurs ? [postmaster, ...childrenOf(postmaster)] : []
  node.patroni?.kill('SIGKILL')
  for (const pid of all) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
}

function isServing(pid: number, { folder }: Node): boolean {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) && readFileSync(file, 'utf8').includes(folder)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
