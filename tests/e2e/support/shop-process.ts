import { spawn } from 'node:child_process'
import path from 'node:path'

const projectRoot = path.resolve(import.meta.dirname, '../../..')
const pinnedNode = path.join(projectRoot, 'node_modules/.bin/node')
const openWithinMs = 300_000
const wholeBanner = /The shop is open +(\S+)\n(?:.+\n)*? *API +\S+\n/

export type Ended = { code: number | null; stdout: string; stderr: string }

export type OpenShop = {
  url: string
  banner: string
  stop(): Promise<Ended>
}

/** Nothing of the settings in the shell that runs the tests reaches the shop. */
function startProcess(
  script: string,
  settings: Record<string, string>,
  words: string[] = [],
  launcher: readonly string[] = [],
) {
  const { PATH = '', HOME = '' } = process.env
  const [command = '', ...args] = [...launcher, pinnedNode, path.join(projectRoot, script), ...words]
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { PATH, HOME, NODE_ENV: 'production', ...settings },
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

export function runScript(script: string, settings: Record<string, string>, ...words: string[]): Promise<Ended> {
  return startProcess(script, settings, words).ended
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
  return startProcess('build/server/index.js', settings, [], launcher).ended
}

/** Starts the built shop and waits until it says that it is open. */
export async function openShop(settings: Record<string, string>): Promise<OpenShop> {
  const { child, printed, ended } = startProcess('build/server/index.js', settings)
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  const [banner, url] = await new Promise<RegExpExecArray>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${printed.stdout}${printed.stderr}`))
    const tooLate = setTimeout(() => {
      child.kill('SIGKILL')
      fail('The shop did not open in time.')
    }, openWithinMs)
    child.stdout.on('data', () => {
      const found = wholeBanner.exec(printed.stdout)
      if (!found) return
      clearTimeout(tooLate)
      resolve(found)
    })
    ended.then(({ code }) => {
      clearTimeout(tooLate)
      fail(`The shop ended with ${code} instead of opening.`)
    }, reject)
  })
  return { url: url ?? '', banner, stop }
}

/** Builds only where the sources changed since the last build. */
export async function ensureBuilt(): Promise<void> {
  const { code, stdout, stderr } = await startProcess('scripts/build.mjs', {}).ended
  if (code !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`)
}
