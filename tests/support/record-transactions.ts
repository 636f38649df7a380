import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { projectRoot } from '#platform/root.server.ts'

/* Records every source line that opens a transaction on PGlite: see transaction-sites.ts. */

const recorded = new Set<string>()
const { transaction } = PGlite.prototype

/** The stack of this call, each frame as `file:line`. */
function callSites(stack = ''): string[] {
  const found = stack.matchAll(/(?:\(|at |file:\/\/)(\/[^()]+?):(\d+):\d+/g)
  return [...found].map(([, file = '', line]) => `${path.relative(projectRoot, file)}:${line}`)
}

function recordedTransaction<T>(this: PGlite, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const places = callSites(new Error('recorded').stack).filter((place) => !recorded.has(place))
  for (const place of places) recorded.add(place)
  const file = path.join(inject('transactionNotes'), String(process.pid))
  if (places.length > 0) appendFileSync(file, `${places.join('\n')}\n`)
  return transaction.call(this, work) as Promise<T>
}

// Test files that share a process load this module again: patch only once.
if (transaction.name !== recordedTransaction.name) PGlite.prototype.transaction = recordedTransaction
