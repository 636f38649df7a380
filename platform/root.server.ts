import { existsSync } from 'node:fs'
import path from 'node:path'

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'db', 'migrations'))) return from
  const parent = path.dirname(from)
  if (parent === from) throw new Error('The folder db/migrations was not found next to the program')
  return findRoot(parent)
}

/** The project folder, from source and from build/. */
export const projectRoot = findRoot(import.meta.dirname)
