import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { aptInstall, canInstall } from './requirements.mjs'

// The headless shell comes first because tests run about four times as fast in it.
const APT_PACKAGE = 'chromium-headless-shell'
const COMMANDS = [
  APT_PACKAGE,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
]

const MAC_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

const WINDOWS_PATHS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/** For a browser that only talks to the shop. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of a Chromium-based browser, or undefined. */
export function findChromium() {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath) {
    if (existsSync(configuredPath)) return configuredPath
    throw new Error(`CHROMIUM_PATH is ${configuredPath}, but this file does not exist.`)
  }
  return [...candidatesOnPath(), ...defaultPaths()].find((file) => existsSync(file) && runs(file))
}

/** Path of a browser. Installs one with apt-get if there is none and this user may install packages. */
export async function ensureChromium() {
  const existing = findChromium()
  if (existing) return existing
  if (!canInstall()) {
    throw new Error(
      'Chromium was not found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to its executable.',
    )
  }
  await aptInstall(APT_PACKAGE)
  const installed = findChromium()
  if (!installed)
    throw new Error('apt-get installed Chromium, but it does not run on this machine. Set CHROMIUM_PATH instead.')
  return installed
}

function candidatesOnPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const extension = process.platform === 'win32' ? '.exe' : ''
  return COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command + extension)))
}

function defaultPaths() {
  if (process.platform === 'darwin') return MAC_PATHS
  if (process.platform !== 'win32') return []
  const { PROGRAMFILES, LOCALAPPDATA } = process.env
  const roots = [PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCALAPPDATA].filter(Boolean)
  return roots.flatMap((root) => WINDOWS_PATHS.map((file) => path.join(root, file)))
}

/** Ubuntu's chromium-browser may be a script that only points to snap. On other systems --version can open a window. */
function runs(executable) {
  if (process.platform !== 'linux') return true
  return spawnSync(executable, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
