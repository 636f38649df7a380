import cluster from 'node:cluster'
import { readSettings, SettingsError } from '#platform/env.server.ts'

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  if (settings.processes > 1 && cluster.isPrimary) {
    const { leadProcesses } = await import('./cluster.ts')
    return leadProcesses(settings)
  }
  const { serve } = await import('./serve.ts')
  return serve(settings, Number(process.env.ALPINE_SEAT ?? 1))
}

type Task = (args: string[], say: (line: string) => void) => Promise<void>

/** The same program does what is asked of it once, so that what ships can do it: `node build/server/index.js backup`. */
async function findTask(name: string): Promise<Task | undefined> {
  if (name === 'owner') return (await import('./owner.ts')).nameOwner
  if (['backup', 'restore', 'move'].includes(name)) return (await import('./backup/cli.ts')).commands[name]
  return undefined
}

async function run([name = '', ...args]: string[]): Promise<void> {
  const task = await findTask(name)
  if (!task) return start()
  await task(args, (line) => process.stdout.write(`${line}\n`))
  process.stdout.write('', () => process.exit(0))
}

function linesOf(error: unknown): string[] {
  if (error instanceof SettingsError) return error.lines
  return [error instanceof Error ? error.message || error.name : String(error)]
}

run(process.argv.slice(2)).catch((error: unknown) => {
  for (const line of linesOf(error)) process.stderr.write(`${line}\n`)
  process.exit(1)
})
