import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

/** OWASP's second recommendation for Argon2id: 19 MiB, two passes, one lane. */
export const argon2id: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type Task = { password: string; hash?: string; cost?: Options }
type WorkerResult = { result: string | boolean } | { error: string }

/**
 * Separate threads instead of libuv's pool, which also reads files, so that they can run at a lower priority. Only
 * Linux has a priority for each thread; elsewhere `setPriority` would slow the whole process.
 */
const workerSource = `
const { parentPort, workerData } = require('node:worker_threads')
const { hashSync, verifySync } = require(workerData.argon2)
if (process.platform === 'linux') require('node:os').setPriority(10)
parentPort.on('message', ({ password, hash, cost }) => {
  try {
    parentPort.postMessage({ result: hash ? verifySync(hash, password) : hashSync(password, cost) })
  } catch (error) {
    parentPort.postMessage({ error: error.message })
  }
})`

const idleWorkers: Worker[] = []

function startWorker(): Worker {
  const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2')
  return new Worker(workerSource, { eval: true, workerData: { argon2 } })
}

/** Starts a thread if none is idle. A thread keeps the process alive only while it works. */
function runInWorker(task: Task): Promise<string | boolean> {
  const worker = idleWorkers.pop() ?? startWorker()
  worker.ref()
  return new Promise((resolve, reject) => {
    const onMessage = (message: WorkerResult) => {
      worker.off('error', reject)
      worker.unref()
      idleWorkers.push(worker)
      if ('error' in message) reject(new Error(message.error))
      else resolve(message.result)
    }
    worker.once('message', onMessage)
    worker.once('error', reject)
    worker.postMessage(task)
  })
}

export async function hashWithArgon2(password: string, cost: Options): Promise<string> {
  return String(await runInWorker({ password, cost }))
}

export async function verifyWithArgon2(password: string, hash: string): Promise<boolean> {
  return (await runInWorker({ password, hash })) === true
}
