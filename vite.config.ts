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

/** Bundled because the packages are large and little of them is used. The build fails if a devDependency is not bundled. */
const bundled = [
  'drizzle-orm',
  '@tanstack/react-query',
  '@tanstack/query-core',
  'zustand',
  'use-sync-external-store',
  'reselect',
  /^@base-ui\//,
  /^@floating-ui\//,
  /^embla-carousel/,
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

export default defineConfig(({ command }) => ({
  plugins: [zodWithoutEval, tailwindcss(), reactRouter(), allowMoreExports],
  // The Content-Security-Policy allows no data: fonts, so nothing is inlined.
  build: { target: buildTarget, assetsInlineLimit: 0, license: { fileName: 'licenses.json' } },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, postBanner } } } },
    // Pages and API share one module graph and one database handle: see docs/decisions/0001.
    ssr: {
      build: { rollupOptions: { input: './server/index.ts' } },
      resolve: { noExternal: command === 'build' ? bundled : [] },
    },
  },
}))
