import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Load, LoadResult } from './load-generator.ts'

export type Generator = { measure(load: Load): Promise<LoadResult>; stop(): Promise<void> }

export function startGenerator(): Generator {
  const child = fork(path.join(import.meta.dirname, 'load-generator.ts'))
  const kill = () => void child.kill()
  process.once('exit', kill)
  let pending = Promise.withResolvers<LoadResult>()
  child.on('message', (result: LoadResult) => pending.resolve(result))
  child.on('exit', () => pending.reject(new Error('The load generator exited unexpectedly')))
  return {
    measure: async (load) => {
      pending = Promise.withResolvers<LoadResult>()
      child.send(load)
      const result = await pending.promise
      const { failures, responses } = result
      if (failures > 0)
        throw new Error(`${failures} of ${responses} responses were errors: ${load.url}${firstPath(load)}`)
      return result
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
