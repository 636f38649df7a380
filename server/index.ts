import module from 'node:module'
import path from 'node:path'
import { readSettings, SettingsError } from '#platform/env.server.ts'

type Task = (args: string[], print: (line: string) => void) => Promise<void>

/** The shipped build also runs one-off commands: `node build/server/index.js backup`. */
async function findTask(name: string): Promise<Task | undefined> {
  if (name === 'create-owner') return (await import('./create-owner.ts')).createOwner
  if (['backup', 'restore', 'move-to-postgres'].includes(name)) return (await import('./backup/cli.ts')).commands[name]
  return undefined
}

async function run([name = '', ...args]: string[]): Promise<void> {
  const task = await findTask(name)
  if (!task) return (await import('./serve.ts')).serve(readSettings(process.env))
  await task(args, (line) => process.stdout.write(`${line}\n`))
  process.stdout.write('', () => process.exit(0))
}

function errorLines(error: unknown): string[] {
  if (error instanceof SettingsError) return error.lines
  return [error instanceof Error ? error.message || error.name : String(error)]
}

// Keeps the compiled code of all modules for the next start. Node 20 has no such cache.
module.enableCompileCache?.(path.join(import.meta.dirname, 'compile-cache'))
run(process.argv.slice(2)).catch((error: unknown) => {
  for (const line of errorLines(error)) process.stderr.write(`${line}\n`)
  process.exit(1)
})
