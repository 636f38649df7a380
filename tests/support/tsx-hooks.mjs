import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

/** Only a build has this module. A shop that runs from source has one page. */
const serverBuild = 'virtual:react-router/server-build'
const routes = { shop: { id: 'shop', path: 'shop', module: { handle: { cache: { query: [] } } } } }

/** Node strips the types of `.ts` files itself, but cannot load `.tsx` files. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === serverBuild ? { url: specifier, shortCircuit: true } : next(specifier, context),
  load(url, context, next) {
    if (url === serverBuild)
      return { format: 'module', source: `export const routes = ${JSON.stringify(routes)}`, shortCircuit: true }
    if (!url.endsWith('.tsx')) return next(url, context)
    const file = fileURLToPath(url)
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), { jsx: { runtime: 'automatic' } })
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
    return { format: 'module', source: code, shortCircuit: true }
  },
})
