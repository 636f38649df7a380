import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import { megabytes } from './report.ts'
import type { Figure } from './stage.ts'

const mostPackages = 200
const mostBytes = 150 * 1024 * 1024

type Locked = { version?: string; dev?: boolean; link?: boolean }

/** The packages that a production install brings to this platform; the pinned Node itself is not one of ours. */
export const shipped: Figure = {
  name: 'what ships',
  async take() {
    const lock = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>
    }
    const places = Object.entries(lock.packages)
      .filter(([place, { dev }]) => place !== '' && !dev)
      .map(([place]) => place)
      .filter((place) => !/(^|\/)node_modules\/(node|node-bin-[\w-]+)(\/|$)/.test(place))
      .filter((place) => existsSync(path.join(projectRoot, place)))
    const sizes = places.map((place) => ({ place, bytes: sizeOf(path.join(projectRoot, place)) }))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 10)
    return [
      {
        what: 'production packages',
        measured: 'package-lock.json',
        yardstick: '',
        figure: String(places.length),
        spread: '',
        budget: `< ${mostPackages}`,
        ok: places.length < mostPackages,
        raw: places,
      },
      {
        what: 'production packages on disk',
        measured: `largest ${largest[0]?.place.replace('node_modules/', '')}`,
        yardstick: '',
        figure: megabytes(total),
        spread: '',
        budget: `< ${megabytes(mostBytes)}`,
        ok: total < mostBytes,
        raw: Object.fromEntries(largest.map(({ place, bytes }) => [place, bytes])),
      },
    ]
  },
}

/** Whole blocks, as the disk counts them; packages nested inside are entries of their own. */
function sizeOf(place: string): number {
  const { blocks, size } = lstatSync(place)
  const own = blocks > 0 ? blocks * 512 : size
  if (!lstatSync(place).isDirectory()) return own
  const inside = readdirSync(place).filter((name) => name !== 'node_modules')
  return inside.reduce((sum, name) => sum + sizeOf(path.join(place, name)), own)
}
