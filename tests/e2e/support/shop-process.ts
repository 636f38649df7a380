import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const projectRoot = path.resolve(import.meta.dirname, '../../..')
const pinnedNode = path.join(projectRoot, 'node_modules/.bin/node')
const openWithinMs = 300_000
const whenOpen = /The shop is open +(\S+)\n(?:.+\n)*? *API +\S+\n/

export type Ended = { code: number | null; stdout: string; stderr: string }

export type OpenShop = {
  url: string
  /** The lines until it was open. */
  lines: string[]
  stop(): Promise<Ended>
}

type Started = { child: ChildProcess; printed: { stdout: string; stderr: string }; ended: Promise<Ended> }

/** Nothing of the settings in the shell that runs the tests reaches the shop. */
function startProcess(command: string[], settings: Record<string, string>): Started {
  const [program = '', ...args] = command
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stopWithUs = () => child.kill('SIGKILL')
  process.once('exit', stopWithUs)
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', stopWithUs)
      resolve({ code, ...printed })
    })
  })
  return { child, printed, ended }
}

const startScript = (script: string, settings: Record<string, string>, words: string[] = [], launcher: string[] = []) =>
  startProcess([...launcher, pinnedNode, path.join(projectRoot, script), ...words], {
    NODE_ENV: 'production',
    ...settings,
  })

export function runScript(script: string, settings: Record<string, string>, ...words: string[]): Promise<Ended> {
  return startScript(script, settings, words).ended
}

/** Starts the built shop and waits for its own end: for settings that it refuses, and for what it is told to do instead. */
export function runShop(settings: Record<string, string>, ...words: string[]): Promise<Ended> {
  return runScript('build/server/index.js', settings, ...words)
}

/** Root may write everywhere. Without these two rights it has to ask the modes of files, like everybody else. */
const capabilities = '-dac_override,-dac_read_search'
const asOrdinaryUser = ['setpriv', `--bounding-set=${capabilities}`, `--inh-caps=${capabilities}`]

export function runShopWithoutRights(settings: Record<string, string>): Promise<Ended> {
  const launcher = process.getuid?.() === 0 ? asOrdinaryUser : []
  return startScript('build/server/index.js', settings, [], launcher).ended
}

/** Starts the built shop and waits until it says that it is open. */
export async function openShop(settings: Record<string, string>): Promise<OpenShop> {
  const started = startScript('build/server/index.js', settings)
  const stop = () => {
    started.child.kill('SIGTERM')
    return started.ended
  }
  return { ...(await untilOpen(started)), stop }
}

/** `npm start`, until the shop is open; stopping sends what Ctrl-C sends. */
export async function npmStart(settings: Record<string, string> & { DATA_DIR: string }): Promise<OpenShop> {
  const started = startProcess(['npm', 'start'], settings)
  const stop = () => {
    // npm runs it in a shell, which keeps signals to itself.
    const holder = readFileSync(path.join(settings.DATA_DIR, 'alpine.lock'), 'utf8')
    process.kill((JSON.parse(holder) as { pid: number }).pid, 'SIGINT')
    return started.ended
  }
  return { ...(await untilOpen(started)), stop }
}

async function untilOpen({ child, printed, ended }: Started): Promise<{ url: string; lines: string[] }> {
  const [, url = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${printed.stdout}${printed.stderr}`))
    const tooLate = setTimeout(() => {
      child.kill('SIGKILL')
      fail('The shop did not open in time.')
    }, openWithinMs)
    child.stdout?.on('data', () => {
      const found = whenOpen.exec(printed.stdout)
      if (!found) return
      clearTimeout(tooLate)
      resolve(found)
    })
    ended.then(({ code }) => {
      clearTimeout(tooLate)
      fail(`The shop ended with ${code} instead of opening.`)
    }, reject)
  })
  return { url, lines: printed.stdout.split('\n').slice(0, -1) }
}

/** Builds only where the sources changed since the last build. */
export async function ensureBuilt(): Promise<void> {
  const { code, stdout, stderr } = await runScript('scripts/build.mjs', {})
  if (code !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`)
}
