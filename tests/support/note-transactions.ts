import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { projectRoot } from '#platform/root.server.ts'

/* Notes every place of our own code from which a transaction on PGlite was opened: see transaction-sites.ts. */

const noted = new Set<string>()
const { transaction } = PGlite.prototype

/** The lines that led to this call, each as `file:line`. */
function placesOf(stack = ''): string[] {
  const found = stack.matchAll(/(?:\(|at |file:\/\/)(\/[^()]+?):(\d+):\d+/g)
  return [...found].map(([, file = '', line]) => `${path.relative(projectRoot, file)}:${line}`)
}

function notedTransaction<T>(this: PGlite, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const places = placesOf(new Error('noted').stack).filter((place) => !noted.has(place))
  for (const place of places) noted.add(place)
  const file = path.join(inject('transactionNotes'), String(process.pid))
  if (places.length > 0) appendFileSync(file, `${places.join('\n')}\n`)
  return transaction.call(this, work) as Promise<T>
}

// Files that share a process load this anew each time: once is enough.
if (transaction.name !== notedTransaction.name) PGlite.prototype.transaction = notedTransaction
