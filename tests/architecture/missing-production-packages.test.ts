import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { missingProductionPackages } from '../../scripts/missing-production-packages.mjs'

const lock = {
  packages: {
    'node_modules/react': {},
    'node_modules/@scope/tool': { dev: true },
    'node_modules/wide': { devOptional: true },
  },
}

test('reports imports of the built server that a production install lacks', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'alpine-ships-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(
    path.join(folder, 'index.js'),
    `import { a,\n  b } from "react/jsx-runtime"\nimport "node:fs"\nimport 'path'\nimport x from "./assets/a.js"\nconst words = 'comes from "nowhere"'`,
  )
  await writeFile(
    path.join(folder, 'assets/a.js'),
    `export * from "@scope/tool/deep";\nconst later = await import("wide");\nimport gone from 'unknown'`,
  )
  expect(missingProductionPackages(folder, lock)).toEqual(['@scope/tool', 'unknown', 'wide'])
  await rm(folder, { recursive: true })
})
