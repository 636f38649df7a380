import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import {
  ensureInstalled,
  hasDevTools,
  pinnedNode,
  printStep,
  projectRoot,
  runStep,
  toolEnvironment,
  toolPath,
} from './install.mjs'
import { writeLicenses } from './licenses.mjs'
import { missingProductionPackages } from './missing-production-packages.mjs'
import { shortenRouteManifest } from './route-manifest.mjs'
import { buildServiceWorker } from './service-worker.mjs'
import { unsupportedScriptFeatures, unsupportedStyleFeatures } from './supported-browsers.mjs'

const SOURCE_FOLDERS = ['app', 'api', 'modules', 'platform', 'shared', 'server', 'db', 'public']
const SOURCE_FILES = [
  'vite.config.ts',
  'scripts/supported-browsers.mjs',
  'scripts/licenses.mjs',
  'scripts/route-manifest.mjs',
  'scripts/service-worker.mjs',
  'react-router.config.ts',
  'package-lock.json',
  'tsconfig.json',
]
const PICTURES = 'db/seed/pictures/'
const COMPRESSIBLE = /\.(js|css|svg|html|json|txt|xml|webmanifest|map)$/
const MIN_COMPRESSED_BYTES = 512

const buildFolder = path.join(projectRoot, 'build')
const stampFile = path.join(buildFolder, '.stamp')
export const builtServer = path.join(buildFolder, 'server/index.js')

/** Builds if the sources changed since the last build and returns true; otherwise returns false and prints nothing. */
export async function ensureBuilt({ force = false } = {}) {
  const fingerprint = sourceFingerprint()
  const isBuilt = existsSync(builtServer)
  if (!force && isBuilt && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint) return false
  if (!hasDevTools()) {
    if (isBuilt && !force) return false
    throw new Error('There is no build yet, and the devDependencies needed for it are not installed.')
  }

  printStep('Build', 'pages and server, this takes a minute …')
  rmSync(stampFile, { force: true })
  const code = await runStep(pinnedNode(), [toolPath('@react-router/dev', 'react-router'), 'build'], {
    env: toolEnvironment({ NODE_ENV: 'production' }),
    quiet: !force,
  })
  if (code !== 0) throw new Error(`The production build failed with exit code ${code}.`)
  if (!existsSync(builtServer)) throw new Error('The production build did not write build/server/index.js.')
  const missing = missingProductionPackages(path.dirname(builtServer), readLock())
  if (missing.length > 0) throw new Error(`The built server imports devDependencies: ${missing.join(', ')}.`)
  await buildServiceWorker(path.join(buildFolder, 'client'))
  shortenRouteManifest(path.join(buildFolder, 'client'))
  writeLicenses(projectRoot, path.join(buildFolder, 'client'), path.dirname(builtServer))
  await refuseUnsupportedFeatures()
  await compressFiles(filesUnder('build/client').map((file) => path.join(projectRoot, file)))
  writeFileSync(stampFile, fingerprint)
  return true
}

async function refuseUnsupportedFeatures() {
  const { features } = await import('web-features')
  const found = filesUnder('build/client').flatMap((file) => {
    const check = { '.js': unsupportedScriptFeatures, '.css': unsupportedStyleFeatures }[path.extname(file)]
    const names = check?.(readFileSync(path.join(projectRoot, file), 'utf8'), features) ?? []
    return names.map((name) => `${name} (${path.basename(file)})`)
  })
  if (found.length > 0)
    throw new Error(
      `The pages use features that the oldest supported browsers lack. Replace them, or explain in scripts/supported-browsers.mjs why they are safe: ${found.join(', ')}.`,
    )
}

const readLock = () => JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8'))

function sourceFingerprint() {
  const files = [...SOURCE_FOLDERS.flatMap((folder) => filesUnder(folder)), ...SOURCE_FILES]
  const hash = createHash('sha256')
  for (const file of files.filter(isSource).sort()) {
    const fullPath = path.join(projectRoot, file)
    hash.update(`${file}\0`)
    hash.update(file.startsWith(PICTURES) ? String(statSync(fullPath).size) : readFileSync(fullPath))
    hash.update('\0')
  }
  return hash.digest('hex')
}

function isSource(file) {
  return !/\.test\.tsx?$|(^|\/)\.DS_Store$/.test(file) && existsSync(path.join(projectRoot, file))
}

/** Paths relative to the project, with `/` on every system. */
function filesUnder(folder) {
  const fullPath = path.join(projectRoot, folder)
  if (!existsSync(fullPath)) return []
  return readdirSync(fullPath, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesUnder(file) : [file]
  })
}

async function compressFiles(files) {
  const shouldCompress = (file) => COMPRESSIBLE.test(file) && statSync(file).size > MIN_COMPRESSED_BYTES
  await Promise.all(files.filter(shouldCompress).map(compressFile))
}

async function compressFile(file) {
  const content = await readFile(file)
  const brotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  await Promise.all([
    promisify(brotliCompress)(content, brotliOptions).then((compressed) => writeFile(`${file}.br`, compressed)),
    promisify(gzip)(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ])
}

const isRunDirectly = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isRunDirectly) {
  try {
    await ensureInstalled({ withDevTools: true })
    await ensureBuilt({ force: process.argv.includes('--force') })
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
