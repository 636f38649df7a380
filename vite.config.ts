import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { buildTarget } from './scripts/browser-floor.mjs'

/** Few files for a first visit: left to itself, the build makes thirty, each with its own way there and back. */
const groups = [
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
  {
    name: 'layout',
    test: /[\\/]app[\\/](layouts[\\/](header|footer|overlays)|ui[\\/](button|picture|toast|notice|price)|lib[\\/](seo|hydrated|deferred-component))\.tsx?$/,
    priority: 2,
  },
  { name: 'product-grid', test: /[\\/]features[\\/]product[\\/]grid\.tsx$/, priority: 1 },
]

/** Minified code holds no licence notices: scripts/licenses.mjs gathers them there. */
const postBanner = ({ name }: { name: string }) => (name === 'react' ? '/*! Licenses: /licenses.txt */' : '')

/** Bundled, so that what ships need not hold them: large as packages, small in use. The build refuses what is left out. */
const bundled = [
  'drizzle-orm',
  'zustand',
  'use-sync-external-store',
  'reselect',
  /^@base-ui\//,
  /^@floating-ui\//,
  /^embla-carousel/,
]

const zodModule = '\0zod-without-eval'

/** Zod probes for eval when the first schema is made, which the pages' policy reports; so it is configured before. */
const zodWithoutEval: Plugin = {
  name: 'zod-without-eval',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source, importer) => (source === 'zod' && importer !== zodModule ? zodModule : undefined),
  load: (id) =>
    id === zodModule ? "import { config } from 'zod'\nconfig({ jitless: true })\nexport * from 'zod'" : undefined,
}

export default defineConfig(({ command }) => ({
  plugins: [zodWithoutEval, tailwindcss(), reactRouter()],
  // The pages' policy allows no data: fonts, so nothing is inlined.
  build: { target: buildTarget, assetsInlineLimit: 0, license: { fileName: 'licenses.json' } },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, postBanner } } } },
    // Pages and API share one module graph, and so one database handle: see docs/decisions/0007.
    ssr: {
      build: { rollupOptions: { input: './server/index.ts' } },
      resolve: { noExternal: command === 'build' ? bundled : [] },
    },
  },
}))
