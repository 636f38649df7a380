import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const prefix = 'window.__reactRouterManifest='

/** The router's manifest names the files of all routes. Its version changes with every file. */
export function readRouteManifest(clientFolder) {
  return JSON.parse(readFileSync(manifestFile(clientFolder), 'utf8').slice(prefix.length, -1))
}

/**
 * Every visitor loads the manifest, and each route of the back office names ninety files that its layout names too. A
 * route is never loaded without its parents, so it needs to name only its own.
 */
export function shortenRouteManifest(clientFolder) {
  const manifest = readRouteManifest(clientFolder)
  const filesOf = (route) =>
    route ? [route.module, ...route.imports, ...filesOf(manifest.routes[route.parentId])] : []
  const shortened = Object.values(manifest.routes).map((route) => {
    const known = new Set(filesOf(manifest.routes[route.parentId]))
    return [route.id, { ...route, imports: route.imports.filter((file) => !known.has(file)) }]
  })
  const routes = Object.fromEntries(shortened)
  writeFileSync(manifestFile(clientFolder), `${prefix}${JSON.stringify({ ...manifest, routes })};`)
}

function manifestFile(clientFolder) {
  const folder = path.join(clientFolder, 'assets')
  const files = readdirSync(folder).filter((name) => /^manifest-\w+\.js$/.test(name))
  const file = files
    .map((name) => path.join(folder, name))
    .find((each) => readFileSync(each, 'utf8').startsWith(prefix))
  if (!file) throw new Error('The production build has no manifest of the router.')
  return file
}
