import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import { megabytes } from './report.ts'
import type { Benchmark } from './run-context.ts'

const maxPackages = 200
const maxBytes = 150 * 1024 * 1024

type Locked = { version?: string; dev?: boolean; link?: boolean }

/** Packages of a production install on this platform, without the pinned Node. */
export const productionPackages: Benchmark = {
  name: 'production packages',
  async run() {
    const lock = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>
    }
    const folders = Object.entries(lock.packages)
      .filter(([folder, { dev }]) => folder !== '' && !dev)
      .map(([folder]) => folder)
      .filter((folder) => !/(^|\/)node_modules\/(node|node-bin-[\w-]+)(\/|$)/.test(folder))
      .filter((folder) => existsSync(path.join(projectRoot, folder)))
    const sizes = folders.map((folder) => ({ folder, bytes: sizeOf(path.join(projectRoot, folder)) }))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 10)
    return [
      {
        name: 'production packages',
        measured: 'package-lock.json',
        baseline: '',
        value: String(folders.length),
        spread: '',
        budget: `< ${maxPackages}`,
        ok: folders.length < maxPackages,
        raw: folders,
      },
      {
        name: 'production packages on disk',
        measured: `largest ${largest[0]?.folder.replace('node_modules/', '')}`,
        baseline: '',
        value: megabytes(total),
        spread: '',
        budget: `< ${megabytes(maxBytes)}`,
        ok: total < maxBytes,
        raw: Object.fromEntries(largest.map(({ folder, bytes }) => [folder, bytes])),
      },
    ]
  },
}

/** Disk blocks, without nested packages, which have their own entries. */
function sizeOf(folder: string): number {
  const { blocks, size } = lstatSync(folder)
  const own = blocks > 0 ? blocks * 512 : size
  if (!lstatSync(folder).isDirectory()) return own
  const entries = readdirSync(folder).filter((name) => name !== 'node_modules')
  return entries.reduce((sum, name) => sum + sizeOf(path.join(folder, name)), own)
}
