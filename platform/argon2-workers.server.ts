import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

/** OWASP's second recommendation for Argon2id: 19 MiB, two passes, one lane. */
export const argon2id: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type Task = { password: string; hash?: string; cost?: Options }
type Answer = { done: string | boolean } | { failed: string }

/**
 * Not on libuv's pool, which reads our files too, but in threads of our own, so that they can step back behind
 * everybody else. Linux knows a priority for each thread; elsewhere it would be that of the whole process.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { hashSync, verifySync } = require(workerData.argon2)
if (process.platform === 'linux') require('node:os').setPriority(10)
parentPort.on('message', ({ password, hash, cost }) => {
  try {
    parentPort.postMessage({ done: hash ? verifySync(hash, password) : hashSync(password, cost) })
  } catch (error) {
    parentPort.postMessage({ failed: error.message })
  }
})`

const idle: Worker[] = []

function startWorker(): Worker {
  const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2')
  return new Worker(program, { eval: true, workerData: { argon2 } })
}

/** A thread is made when there is none to spare, and keeps the process alive only while it works. */
function ask(task: Task): Promise<string | boolean> {
  const worker = idle.pop() ?? startWorker()
  worker.ref()
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: Answer) => {
      worker.off('error', reject)
      worker.unref()
      idle.push(worker)
      if ('failed' in answer) reject(new Error(answer.failed))
      else resolve(answer.done)
    }
    worker.once('message', onAnswer)
    worker.once('error', reject)
    worker.postMessage(task)
  })
}

export async function hashWithArgon2(password: string, cost: Options): Promise<string> {
  return String(await ask({ password, cost }))
}

export async function verifyWithArgon2(password: string, hash: string): Promise<boolean> {
  return (await ask({ password, hash })) === true
}
