import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const projectRoot = path.resolve(import.meta.dirname, '../../..')
const pinnedNode = path.join(projectRoot, 'node_modules/.bin/node')
const startTimeoutMs = 300_000
const readyPattern = /The shop is open +(\S+)\n(?:.+\n)*? *API +\S+\n/

export type ProcessResult = { code: number | null; stdout: string; stderr: string }

export type RunningShop = {
  url: string
  /** The lines printed until the shop was ready. */
  lines: string[]
  stop(): Promise<ProcessResult>
}

type StartedProcess = {
  child: ChildProcess
  printed: { stdout: string; stderr: string }
  ended: Promise<ProcessResult>
}

/** The shop does not inherit settings from the shell that runs the tests. */
function startProcess(command: string[], settings: Record<string, string>): StartedProcess {
  const [program = '', ...args] = command
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text
  })
  const ended = new Promise<ProcessResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', killChild)
      resolve({ code, ...printed })
    })
  })
  return { child, printed, ended }
}

const startScript = (script: string, settings: Record<string, string>, args: string[] = [], launcher: string[] = []) =>
  startProcess([...launcher, pinnedNode, path.join(projectRoot, script), ...args], {
    NODE_ENV: 'production',
    ...settings,
  })

export function runScript(script: string, settings: Record<string, string>, ...args: string[]): Promise<ProcessResult> {
  return startScript(script, settings, args).ended
}

/** Runs the built shop until it exits: for invalid settings and for console commands. */
export function runShop(settings: Record<string, string>, ...args: string[]): Promise<ProcessResult> {
  return runScript('build/server/index.js', settings, ...args)
}

/** Root ignores file modes; without these two capabilities it must respect them. */
const capabilities = '-dac_override,-dac_read_search'
const dropCapabilities = ['setpriv', `--bounding-set=${capabilities}`, `--inh-caps=${capabilities}`]

export function runShopUnprivileged(settings: Record<string, string>): Promise<ProcessResult> {
  const launcher = process.getuid?.() === 0 ? dropCapabilities : []
  return startScript('build/server/index.js', settings, [], launcher).ended
}

const builtServer = 'build/server/index.js'

/** Starts the built shop and waits until it is ready. */
export async function startShop(settings: Record<string, string>, server = builtServer): Promise<RunningShop> {
  const started = startScript(server, settings)
  const stop = () => {
    started.child.kill('SIGTERM')
    return started.ended
  }
  return { ...(await waitUntilReady(started)), stop }
}

/** Runs `npm start` and waits until the shop is ready; `stop` sends SIGINT, like Ctrl-C. */
export async function npmStart(settings: Record<string, string> & { DATA_DIR: string }): Promise<RunningShop> {
  const started = startProcess(['npm', 'start'], settings)
  const stop = () => {
    // npm runs the shop in a shell that does not forward signals.
    const lockFile = readFileSync(path.join(settings.DATA_DIR, 'alpine.lock'), 'utf8')
    process.kill((JSON.parse(lockFile) as { pid: number }).pid, 'SIGINT')
    return started.ended
  }
  return { ...(await waitUntilReady(started)), stop }
}

async function waitUntilReady({ child, printed, ended }: StartedProcess): Promise<{ url: string; lines: string[] }> {
  const [, url = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${printed.stdout}${printed.stderr}`))
    const timeout = setTimeout(() => {
      child.kill('SIGKILL')
      fail('The shop did not start in time.')
    }, startTimeoutMs)
    child.stdout?.on('data', () => {
      const found = readyPattern.exec(printed.stdout)
      if (!found) return
      clearTimeout(timeout)
      resolve(found)
    })
    ended.then(({ code }) => {
      clearTimeout(timeout)
      fail(`The shop exited with code ${code} instead of starting.`)
    }, reject)
  })
  return { url, lines: printed.stdout.split('\n').slice(0, -1) }
}

/** Builds only if the sources have changed since the last build. */
export async function ensureBuilt(): Promise<void> {
  const { code, stdout, stderr } = await runScript('scripts/build.mjs', {})
  if (code !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`)
}
