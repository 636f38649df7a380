import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The pages' policy allows no data: fonts, so nothing is inlined.
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0 },
  environments: {
    // Pages and API share one module graph, and so one database handle: see docs/decisions/0007.
    ssr: {
      build: { rollupOptions: { input: './server/index.ts' } },
      // Bundled, so that what ships need not hold them: large as packages, small in use.
      resolve: { noExternal: ['drizzle-orm', '@base-ui/react', /^embla-carousel/, 'zustand'] },
    },
  },
})
