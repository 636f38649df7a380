import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#platform/root.server.ts'

/** As `npm start` runs it. */
const { config } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
  config: { serverFlags: string }
}
const serverFlags = config.serverFlags.split(' ')
const listensWithinMs = 180_000
const stopsWithinMs = 15_000

export type ShopProcess = {
  url: string
  pid: number
  /** One figure of /metrics, summed over its labels. */
  metric(name: string): Promise<number>
  stop(): Promise<void>
}

/** Nothing of the caller's own settings may reach the shop under test. */
export function cleanEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const wanted = ['PATH', 'Path', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'SystemRoot', 'APPDATA']
  const inherited = wanted.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(inherited), NODE_ENV: 'production', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...settings }
}

export const productionSettings = {
  MODE: 'production',
  SITE_URL: 'http://localhost:0',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Bench <bench@shop.test>',
  RATE_LIMIT_FACTOR: '1000000',
}

/** Every page and answer is made anew. */
export const nothingKept = { PAGE_CACHE_MB: '0' }

/** The built server as a process of its own, on a free port. */
export async function startShop(settings: Record<string, string>, nodeFlags: string[] = []): Promise<ShopProcess> {
  const child = spawn(
    process.execPath,
    [...serverFlags, ...nodeFlags, path.join(projectRoot, 'build', 'server', 'index.js')],
    {
      cwd: projectRoot,
      env: cleanEnvironment({ PORT: '0', ...settings }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    await stopChild(child)
    process.off('exit', kill)
  }
  try {
    const url = `http://127.0.0.1:${await announcedPort(child)}`
    return { url, pid: child.pid ?? 0, metric: (name) => readMetric(url, name), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function announcedPort(child: ChildProcess): Promise<string> {
  let said = ''
  const port = new Promise<string>((resolve) => {
    const listen = (chunk: Buffer) => {
      if (said.length < 100_000) said += chunk
      const [, found] = /The shop is open\s+http:\/\/[^\s:]+:(\d+)/.exec(said) ?? []
      if (found) resolve(found)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
  })
  const ended = once(child, 'exit').then(() => undefined)
  const found = await Promise.race([port, ended, sleep(listensWithinMs, undefined, { ref: false })])
  if (!found) throw new Error(`The shop did not open: ${said.slice(-2_000).trim()}`)
  return found
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopsWithinMs)
  await exited
  clearTimeout(timer)
}

export async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  if (lines.length === 0) throw new Error(`/metrics holds no ${name}`)
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
