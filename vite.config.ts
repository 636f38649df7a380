import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { buildTarget } from './scripts/supported-browsers.mjs'

/** Reduces the number of files of a first visit; the default build makes thirty, each with its own round trip. */
const groups = [
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
  {
    name: 'layout',
    test: /[\\/]app[\\/](layouts[\\/](header|footer|overlays|storefront|storefront-errors)|features[\\/]site[\\/]\w+|ui[\\/](button|picture|toast|price|progress-line|deferred-component)|lib[\\/](handle|hydrated))\.tsx?$/,
    priority: 2,
  },
  // One file instead of fifty, whose names every visitor would load with the manifest.
  {
    name: 'back-office',
    // A contract of the back office outside this file would run before it. Customers use review-contract.ts.
    test: /[\\/]app[\\/](routes|features|queries)[\\/]admin|(?<!review)-contract\.ts$|[\\/](price-fields|product-fields|csv-columns)\.ts$|[\\/]search[\\/]contract\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'product-grid', test: /[\\/]features[\\/]product[\\/]grid\.tsx$/, priority: 1 },
]

/** Minified code has no license notices; scripts/licenses.mjs collects them in /licenses.txt. */
const postBanner = ({ name }: { name: string }) => (name === 'react' ? '/*! Licenses: /licenses.txt */' : '')

/**
 * Everything else is bundled, because hundreds of small files make a start slow. These have native parts or files of
 * their own, or are rarely loaded.
 */
const notBundled = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'maxmind',
  'nodemailer',
  'openid-client',
  'pg-copy-streams',
  'pino',
  'sharp',
  'web-push',
]

const zodModule = '\0zod-without-eval'

/** Zod tests for eval with the first schema, which violates the Content-Security-Policy, so jitless is set before. */
const zodWithoutEval: Plugin = {
  name: 'zod-without-eval',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source, importer) => (source === 'zod' && importer !== zodModule ? zodModule : undefined),
  load: (id) =>
    id === zodModule ? "import { config } from 'zod'\nconfig({ jitless: true })\nexport * from 'zod'" : undefined,
}

/** Needed by `includeDependenciesRecursively: false`; the router's plugin sets another value. */
const allowMoreExports: Plugin = {
  name: 'allow-more-exports',
  enforce: 'post',
  configEnvironment: (name) =>
    name === 'client' ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } } : undefined,
}

/** V8 keeps the text of a script in memory, with two bytes for each character if one of them is not in Latin-1. */
const asciiServer: Plugin = {
  name: 'ascii-server',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle: {
    order: 'post',
    handler: (_, files) => {
      for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeToAscii(file.code)
    },
  },
}

const escapeToAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

export default defineConfig(({ command }) => ({
  plugins: [zodWithoutEval, tailwindcss(), reactRouter(), allowMoreExports, asciiServer],
  // The Content-Security-Policy allows no data: fonts, so nothing is inlined.
  build: { target: buildTarget, assetsInlineLimit: 0, license: { fileName: 'licenses.json' } },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, postBanner } } } },
    // Pages and API share one module graph and one database handle: see docs/decisions/0001.
    ssr: {
      build: { rolldownOptions: { input: './server/index.ts', output: { comments: false } } },
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      resolve: command === 'build' ? { noExternal: true, external: notBundled } : {},
    },
  },
}))
