import cluster from 'node:cluster'
import { readSettings, SettingsError } from '#platform/env.server.ts'

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  if (settings.processes > 1 && cluster.isPrimary) {
    const { leadProcesses } = await import('./lead.ts')
    return leadProcesses(settings)
  }
  const { serve } = await import('./serve.ts')
  return serve(settings, Number(process.env.ALPINE_SEAT ?? 1))
}

/** The same program takes and restores backups, so that what ships can do it: `node build/server/index.js backup`. */
async function run([name = '', ...args]: string[]): Promise<void> {
  if (!['backup', 'restore', 'move'].includes(name)) return start()
  const { commands } = await import('./backup/cli.ts')
  await commands[name]?.(args, (line) => process.stdout.write(`${line}\n`))
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const lines = error instanceof SettingsError ? error.lines : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
})
