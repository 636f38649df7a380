import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'rolldown'
import { projectRoot } from './install.mjs'
import { buildTarget } from './supported-browsers.mjs'

/** Bundles the service worker as one script. */
export async function buildServiceWorker(clientFolder) {
  await build({
    input: path.join(projectRoot, 'app/service-worker/service-worker.ts'),
    platform: 'browser',
    transform: { target: buildTarget, define: { BUILD_ID: JSON.stringify(buildId(clientFolder)) } },
    output: { file: path.join(clientFolder, 'service-worker.js'), format: 'iife', minify: true },
  })
}

/** The version of the router's manifest, which names all files with the hashes of their content. */
function buildId(clientFolder) {
  const folder = path.join(clientFolder, 'assets')
  const manifests = readdirSync(folder).filter((name) => /^manifest-[\w-]+\.js$/.test(name))
  const texts = manifests.map((name) => readFileSync(path.join(folder, name), 'utf8'))
  const [id] = texts.flatMap((text) => /^window\.__reactRouterManifest=.*"version":"(\w+)"/s.exec(text)?.[1] ?? [])
  if (!id) throw new Error('The production build has no manifest of the router.')
  return id
}
