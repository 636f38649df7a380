import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { aptInstall, canInstall } from './requirements.mjs'

// Debian's Chromium without its windows comes first: tests run in it about four times as fast.
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

const MAC_PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

const WINDOWS_PLACES = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/** Path of a Chromium-like browser, or undefined. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH names ${chosen}, where there is no file.`)
  }
  return [...placesOnPath(), ...usualPlaces()].find((place) => existsSync(place) && runs(place))
}

/** Path of a browser, installed with apt-get when there is none and we may. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (!canInstall()) {
    throw new Error('No Chromium was found: install Chromium or Google Chrome, or set CHROMIUM_PATH to its executable.')
  }
  await aptInstall(APT_PACKAGE)
  const installed = findChromium()
  if (!installed) throw new Error('apt-get installed Chromium, but it does not run here: set CHROMIUM_PATH instead.')
  return installed
}

function placesOnPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const ending = process.platform === 'win32' ? '.exe' : ''
  return COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command + ending)))
}

function usualPlaces() {
  if (process.platform === 'darwin') return MAC_PLACES
  if (process.platform !== 'win32') return []
  const { PROGRAMFILES, LOCALAPPDATA } = process.env
  const roots = [PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCALAPPDATA].filter(Boolean)
  return roots.flatMap((root) => WINDOWS_PLACES.map((place) => path.join(root, place)))
}

/** Ubuntu's chromium-browser may be a script that only says to use snap; elsewhere --version can open a window. */
function runs(executable) {
  if (process.platform !== 'linux') return true
  return spawnSync(executable, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
