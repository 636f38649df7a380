import { existsSync } from 'node:fs'
import path from 'node:path'

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'db', 'migrations'))) return from
  const parent = path.dirname(from)
  if (parent === from) throw new Error('The folder db/migrations was not found beside the program')
  return findRoot(parent)
}

/** The project's folder, whether this runs from source or from build/. */
export const projectRoot = findRoot(import.meta.dirname)
