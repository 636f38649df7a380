import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Load, Measured } from './load-generator.ts'

export type Generator = { measure(load: Load): Promise<Measured>; stop(): Promise<void> }

export function startGenerator(): Generator {
  const child = fork(path.join(import.meta.dirname, 'load-generator.ts'))
  const kill = () => void child.kill()
  process.once('exit', kill)
  return {
    measure: async (load) => {
      child.send(load)
      const measured = await Promise.race([
        once(child, 'message').then(([answer]) => answer as Measured),
        once(child, 'exit').then(() => undefined),
      ])
      if (!measured) throw new Error('The load generator ended by itself')
      if (measured.failures > 0)
        throw new Error(`${measured.failures} of ${measured.answers} answers were errors: ${load.url}${load.paths[0]}`)
      return measured
    },
    stop: async () => {
      process.off('exit', kill)
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}
