import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'

const IMPORTS = [/^(?:import|export)\b[^'"`;]*?['"]([^'"]+)['"]/gm, /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g]

/** Packages that the built server imports but that an install without devDependencies does not have. */
export function missingProductionPackages(folder, lock) {
  const isJavaScript = (file) => /\.m?js$/.test(file)
  const files = readdirSync(folder, { recursive: true }).filter(isJavaScript)
  const names = files.flatMap((file) => packagesIn(readFileSync(path.join(folder, file), 'utf8')))
  return [...new Set(names)].filter((name) => !isShipped(lock.packages[`node_modules/${name}`])).sort()
}

function packagesIn(code) {
  const targets = IMPORTS.flatMap((pattern) => Array.from(code.matchAll(pattern), ([, target]) => target))
  const isPackage = (target) => !/^(?:[./#]|node:)/.test(target) && !builtinModules.includes(target)
  return targets.filter(isPackage).map((target) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target)
}

const isShipped = (entry) => entry !== undefined && !entry.dev && !entry.devOptional
