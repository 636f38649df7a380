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

/** One line of progress, aligned with the lines that the server prints when it is open. */
export function printStep(step, text) {
  console.log(`  ${step.padEnd(16)}   ${text}`)
}

/**
 * Installs what package-lock.json names and resolves to true, unless that was done already. Without `withDevTools` an
 * install that left out the devDependencies counts as complete.
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

/** The Node that package.json pins, or the running one while nothing is installed. */
export function pinnedNode() {
  const places = onWindows ? ['node/bin/node.exe'] : ['.bin/node', 'node/bin/node']
  return places.map((place) => path.join(modulesFolder, place)).find(existsSync) ?? process.execPath
}

/**
 * Under an older Node, or without the flags that are wanted: runs this same script again as it should be run, and ends
 * with its exit code.
 */
export async function continueOnPinnedNode(flags = []) {
  const isNewEnough = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR
  if (isNewEnough && flags.every((flag) => process.execArgv.includes(flag))) return
  const node = isNewEnough ? process.execPath : pinnedNode()
  if (!isNewEnough && node === process.execPath) {
    throw new Error(
      `ALPINE runs on Node ${NODE_MAJOR}, this is ${process.version} and the npm package "node" brought none: ` +
        `allow install scripts in npm, or install Node ${NODE_MAJOR}.`,
    )
  }
  process.exit(
    await runStep(node, [...flags, ...process.argv.slice(1)], { env: { ...process.env, ALPINE_CONTINUED: '1' } }),
  )
}

/** Whether another process of the same command ran before this one, and has printed its steps. */
export const isContinued = () => process.env.ALPINE_CONTINUED === '1'

/**
 * Runs a command with our input and output, hands signals on to it, and resolves with its exit code. `print`, if given,
 * gets all that it would print. A `quiet` command prints its whole output at the end, and only when it fails.
 */
export function runStep(command, args, { print, quiet = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = print || quiet ? ['inherit', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { stdio, cwd: projectRoot, ...options })
    const held = []
    if (quiet) collect(child, (chunk) => held.push(chunk))
    else if (print) passOn(child, print)
    const handOn = (signal) => {
      // Ctrl-C goes to everyone at the terminal; told twice, a child would take it for impatience and break off.
      const childKnows = onWindows || (signal === 'SIGINT' && isatty(0))
      if (!childKnows) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, handOn)
    const settle = (finish) => {
      for (const signal of signals) process.off(signal, handOn)
      finish()
    }
    child.once('error', (error) => settle(() => reject(new Error(`${command} could not be started: ${error.message}`))))
    const end = (code, signal) => {
      if (code !== 0) for (const chunk of held.splice(0)) process.stderr.write(chunk)
      settle(() => resolve(code ?? 128 + constants.signals[signal]))
    }
    child.once('close', end)
    // What it left running may hold its output open.
    child.once('exit', (...how) => setTimeout(end, 2_000, ...how).unref())
  })
}

function collect(child, take) {
  for (const stream of ['stdout', 'stderr']) child[stream].on('data', take)
}

function passOn(child, print) {
  for (const stream of ['stdout', 'stderr']) child[stream].setEncoding('utf8').on('data', (text) => print(text, stream))
}

/** The JavaScript file behind a package's command, to be run with `pinnedNode()`. */
export function toolPath(packageName, command) {
  const folder = path.join(modulesFolder, packageName)
  if (!existsSync(folder)) throw new Error(`The package ${packageName} is not installed.`)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[command])
}

export function hasDevTools() {
  return existsSync(path.join(modulesFolder, 'vite/package.json'))
}

/** Environment in which `node` and every installed command are the project's own. */
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
 * Whether someone ran npm here himself (`npm install`, or `npm ci --omit=dev` in a container): npm keeps its own
 * account of what it installed in node_modules/.package-lock.json, written last.
 */
function matchesLockfile() {
  const accountFile = path.join(modulesFolder, '.package-lock.json')
  if (!existsSync(accountFile) || pinnedNode() === process.execPath) return false
  const installed = JSON.parse(readFileSync(accountFile, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')).packages
  const withoutDevTools = !hasDevTools()
  return Object.entries(wanted).every(([place, { version, dev, optional, devOptional }]) => {
    if (place === '') return true
    if (!installed[place]) return Boolean(optional || devOptional || (dev && withoutDevTools))
    return installed[place].version === version && existsSync(path.join(projectRoot, place))
  })
}

/** With NODE_ENV=production npm leaves out devDependencies, without which nothing can be built. */
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

/** `npm ci` deletes node_modules, so the Node that runs it must not lie in there. */
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

/** Where npm was told to run no install scripts, the package "node" has not fetched its binary yet. */
async function ensurePinnedNode() {
  const folder = path.join(modulesFolder, 'node')
  if (pinnedNode() !== process.execPath || !existsSync(folder)) return
  const code = await runStep(nodeOutsideProject(), ['installArchSpecificPackage.js'], { cwd: folder, quiet: true })
  if (code !== 0) throw new Error(`The pinned Node ${NODE_MAJOR} could not be fetched (exit code ${code}).`)
}

function pathFolders() {
  return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
}

function environmentWithPath(folders, extra = {}) {
  // Windows writes it Path, and a copy of process.env tells the two apart.
  const others = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== 'PATH')
  return { ...Object.fromEntries(others), ...extra, PATH: folders.join(path.delimiter) }
}
