import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24

export const projectRoot = path.resolve(fileURLToPath(import.meta.url), '../..')
const onWindows = process.platform === 'win32'
const modulesFolder = path.join(projectRoot, 'node_modules')
const stampFile = path.join(modulesFolder, '.alpine-install')

/** Prints one line of progress, aligned with the banner of the server. */
export function printStep(step, text) {
  console.log(`  ${step.padEnd(16)}   ${text}`)
}

/**
 * Installs package-lock.json and returns true, or returns false if it is installed already. Without `withDevTools` an
 * install without devDependencies counts as complete.
 */
export async function ensureInstalled({ withDevTools = false } = {}) {
  const fingerprint = lockFingerprint()
  const toolsMissing = withDevTools && !hasDevTools()
  if (!toolsMissing) {
    if (readStamp() === fingerprint) return false
    if (matchesLockfile()) {
      writeFileSync(stampFile, fingerprint)
      return false
    }
  }

  printStep('Install', 'packages of package-lock.json (npm ci), this takes a minute …')
  rmSync(stampFile, { force: true })
  const code = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...devToolsFlag(withDevTools)])
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}.`)
  await ensurePinnedNode()
  writeFileSync(stampFile, fingerprint)
  return true
}

/** The Node version pinned in package.json, or the running one if nothing is installed. */
export function pinnedNode() {
  const paths = onWindows ? ['node/bin/node.exe'] : ['.bin/node', 'node/bin/node']
  return paths.map((file) => path.join(modulesFolder, file)).find(existsSync) ?? process.execPath
}

/** With an older Node or without these flags, runs the same script again with both and exits with its exit code. */
export async function continueOnPinnedNode(flags = []) {
  const isNewEnough = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR
  if (isNewEnough && flags.every((flag) => process.execArgv.includes(flag))) return
  const node = isNewEnough ? process.execPath : pinnedNode()
  if (!isNewEnough && node === process.execPath) {
    throw new Error(
      `ALPINE needs Node ${NODE_MAJOR}, this is ${process.version}, and the npm package "node" has no binary. ` +
        `Allow install scripts in npm, or install Node ${NODE_MAJOR}.`,
    )
  }
  process.exit(
    await runStep(node, [...flags, ...process.argv.slice(1)], { env: { ...process.env, ALPINE_CONTINUED: '1' } }),
  )
}

/** True if `continueOnPinnedNode` started this process; the first one has already printed its steps. */
export const isContinued = () => process.env.ALPINE_CONTINUED === '1'

/**
 * Runs a command with this process's input and output, forwards signals and returns the exit code. `print` receives the
 * output instead. A `quiet` command prints its output only if it fails.
 */
export function runStep(command, args, { print, quiet = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = print || quiet ? ['inherit', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { stdio, cwd: projectRoot, ...options })
    const chunks = []
    if (quiet) collect(child, (chunk) => chunks.push(chunk))
    else if (print) forwardOutput(child, print)
    const forwardSignal = (signal) => {
      // The terminal sends Ctrl-C to the child too, and a second SIGINT would make it exit at once.
      const childHasSignal = onWindows || (signal === 'SIGINT' && isatty(0))
      if (!childHasSignal) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forwardSignal)
    const settle = (finish) => {
      for (const signal of signals) process.off(signal, forwardSignal)
      finish()
    }
    child.once('error', (error) => settle(() => reject(new Error(`${command} could not be started: ${error.message}`))))
    const end = (code, signal) => {
      if (code !== 0) for (const chunk of chunks.splice(0)) process.stderr.write(chunk)
      settle(() => resolve(code ?? 128 + constants.signals[signal]))
    }
    child.once('close', end)
    // A background process of the command may keep its output open.
    child.once('exit', (...args) => setTimeout(end, 2_000, ...args).unref())
  })
}

function collect(child, onChunk) {
  for (const stream of ['stdout', 'stderr']) child[stream].on('data', onChunk)
}

function forwardOutput(child, print) {
  for (const stream of ['stdout', 'stderr']) child[stream].setEncoding('utf8').on('data', (text) => print(text, stream))
}

/** The JavaScript file of a package's command, to be run with `pinnedNode()`. */
export function toolPath(packageName, command) {
  const folder = path.join(modulesFolder, packageName)
  if (!existsSync(folder)) throw new Error(`The package ${packageName} is not installed.`)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[command])
}

export function hasDevTools() {
  return existsSync(path.join(modulesFolder, 'vite/package.json'))
}

/** An environment whose PATH has the project's own `node` and installed commands first. */
export function toolEnvironment(extra = {}) {
  const folders = [path.dirname(pinnedNode()), path.join(modulesFolder, '.bin')]
  return environmentWithPath([...folders, ...pathFolders()], extra)
}

function lockFingerprint() {
  const lock = readFileSync(path.join(projectRoot, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}/${process.arch}`).digest('hex')
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined
}

/**
 * True after a manual `npm install`, or `npm ci --omit=dev` in a container. npm lists what it installed in
 * node_modules/.package-lock.json, which it writes last.
 */
function matchesLockfile() {
  const installedLockFile = path.join(modulesFolder, '.package-lock.json')
  if (!existsSync(installedLockFile) || pinnedNode() === process.execPath) return false
  const installed = JSON.parse(readFileSync(installedLockFile, 'utf8')).packages
  const required = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')).packages
  const withoutDevTools = !hasDevTools()
  return Object.entries(required).every(([folder, { version, dev, optional, devOptional }]) => {
    if (folder === '') return true
    if (!installed[folder]) return Boolean(optional || devOptional || (dev && withoutDevTools))
    return installed[folder].version === version && existsSync(path.join(projectRoot, folder))
  })
}

/** With NODE_ENV=production npm skips devDependencies, which the build needs. */
function devToolsFlag(withDevTools) {
  const alreadyBuilt = existsSync(path.join(projectRoot, 'build/server/index.js'))
  return withDevTools || !alreadyBuilt ? ['--include=dev'] : []
}

function runNpm(args) {
  const ownBin = path.join(modulesFolder, '.bin')
  const env = environmentWithPath(pathFolders().filter((folder) => path.resolve(folder) !== ownBin))
  const npmScript = process.env.npm_execpath
  if (npmScript?.endsWith('npm-cli.js') && existsSync(npmScript)) {
    return runStep(nodeOutsideProject(), [npmScript, ...args], { env, quiet: true })
  }
  return runStep('npm', args, { env, shell: onWindows, quiet: true })
}

/** `npm ci` deletes node_modules, so it must not run with the Node inside it. */
function nodeOutsideProject() {
  const name = onWindows ? 'node.exe' : 'node'
  const candidates = [
    process.env.npm_node_execpath,
    process.execPath,
    ...pathFolders().map((folder) => path.join(folder, name)),
  ]
  return (
    candidates.find((candidate) => candidate && existsSync(candidate) && !isInstalledHere(candidate)) ??
    process.execPath
  )
}

function isInstalledHere(file) {
  return existsSync(modulesFolder) && realpathSync(file).startsWith(realpathSync(modulesFolder) + path.sep)
}

/** If npm ran no install scripts, the package "node" has not downloaded its binary yet. */
async function ensurePinnedNode() {
  const folder = path.join(modulesFolder, 'node')
  if (pinnedNode() !== process.execPath || !existsSync(folder)) return
  const code = await runStep(nodeOutsideProject(), ['installArchSpecificPackage.js'], { cwd: folder, quiet: true })
  if (code !== 0) throw new Error(`The pinned Node ${NODE_MAJOR} could not be downloaded (exit code ${code}).`)
}

function pathFolders() {
  return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
}

function environmentWithPath(folders, extra = {}) {
  // Windows calls it Path, and a copy of process.env is case-sensitive.
  const others = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== 'PATH')
  return { ...Object.fromEntries(others), ...extra, PATH: folders.join(path.delimiter) }
}
