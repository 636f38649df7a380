import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#platform/root.server.ts'

/** The same Node flags as `npm start`. */
const { config } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
  config: { serverFlags: string }
}
const serverFlags = config.serverFlags.split(' ')
const startTimeoutMs = 180_000
const stopTimeoutMs = 15_000

export type ShopProcess = {
  url: string
  pid: number
  /** One value of /metrics, summed over its labels. */
  metric(name: string): Promise<number>
  stop(): Promise<void>
}

/** The shop under test must not inherit settings from the caller's environment. */
export function cleanEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const inheritedNames = ['PATH', 'Path', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'SystemRoot', 'APPDATA']
  const inherited = inheritedNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(inherited), NODE_ENV: 'production', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...settings }
}

export const productionSettings = {
  MODE: 'production',
  SITE_URL: 'http://localhost:0',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Bench <bench@shop.test>',
  RATE_LIMIT_FACTOR: '1000000',
}

/** Every page and response is created again. */
export const cacheDisabled = { PAGE_CACHE_MB: '0' }

/** Starts the built server as a separate process on a free port. */
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
    const url = `http://127.0.0.1:${await readPort(child)}`
    return { url, pid: child.pid ?? 0, metric: (name) => readMetric(url, name), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function readPort(child: ChildProcess): Promise<string> {
  let output = ''
  const port = new Promise<string>((resolve) => {
    const onData = (chunk: Buffer) => {
      if (output.length < 100_000) output += chunk
      const [, printedPort] = /The shop is open\s+http:\/\/[^\s:]+:(\d+)/.exec(output) ?? []
      if (printedPort) resolve(printedPort)
    }
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
  })
  const ended = once(child, 'exit').then(() => undefined)
  const result = await Promise.race([port, ended, sleep(startTimeoutMs, undefined, { ref: false })])
  if (!result) throw new Error(`The shop did not start: ${output.slice(-2_000).trim()}`)
  return result
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exited
  clearTimeout(timer)
}

export async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  if (lines.length === 0) throw new Error(`/metrics has no ${name}`)
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
