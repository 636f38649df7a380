import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Load, Measured } from './load-generator.ts'

export type Generator = { measure(load: Load): Promise<Measured>; stop(): Promise<void> }

export function startGenerator(): Generator {
  const child = fork(path.join(import.meta.dirname, 'load-generator.ts'))
  const kill = () => void child.kill()
  process.once('exit', kill)
  let waiting = Promise.withResolvers<Measured>()
  child.on('message', (measured: Measured) => waiting.resolve(measured))
  child.on('exit', () => waiting.reject(new Error('The load generator ended by itself')))
  return {
    measure: async (load) => {
      waiting = Promise.withResolvers<Measured>()
      child.send(load)
      const measured = await waiting.promise
      const { failures, answers } = measured
      if (failures > 0) throw new Error(`${failures} of ${answers} answers were errors: ${load.url}${firstPath(load)}`)
      return measured
    },
    stop: async () => {
      process.off('exit', kill)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.removeAllListeners('exit')
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

function firstPath(load: Load): string {
  return ('once' in load ? load.once[0]?.path : load.paths[0]) ?? ''
}
