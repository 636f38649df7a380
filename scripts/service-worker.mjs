import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './install.mjs'
import { readRouteManifest } from './route-manifest.mjs'
import { buildTarget } from './supported-browsers.mjs'

/** Messages and the menu of small screens load on first use, and are needed without a connection too. */
const deferredParts = ['toast-list', 'side-menu']
const publicRoute = /^routes\/(?:home|shop|content)\//

/** Bundles the service worker as one script. */
export async function buildServiceWorker(clientFolder) {
  // Not installed yet when the commands load this file.
  const { build } = await import('rolldown')
  const assets = readAssets(clientFolder)
  const { version, routes } = readRouteManifest(clientFolder)
  const constants = { BUILD_ID: version, SHELL_FILES: shellFiles(assets, Object.values(routes)) }
  const define = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]))
  await build({
    input: path.join(projectRoot, 'app/service-worker/service-worker.ts'),
    platform: 'browser',
    transform: { target: buildTarget, define },
    output: { file: path.join(clientFolder, 'service-worker.js'), format: 'iife', minify: true },
  })
}

/** The scripts of the pages, by name. */
function readAssets(clientFolder) {
  const folder = path.join(clientFolder, 'assets')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return new Map(scripts.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
}

/** The paths of the scripts that public pages and the deferred parts need. */
function shellFiles(assets, routes) {
  const names = new Set([
    ...routes.filter(({ id }) => publicRoute.test(id)).map(({ module }) => path.posix.basename(module)),
    ...deferredParts.map((part) => fileOf(assets, part)),
  ])
  // The loop also visits what it adds.
  for (const name of names)
    for (const [, imported] of assets.get(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      names.add(imported)
  return [...names].map((name) => `/assets/${name}`)
}

function fileOf(assets, part) {
  const file = [...assets.keys()].find((name) => name.replace(/-[\w-]{8}\.js$/, '') === part)
  if (!file) throw new Error(`The production build has no file for ${part}.`)
  return file
}
