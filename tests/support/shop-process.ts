import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'

export type ShopProcess = {
  url: string
  /** Its log output, at level error and above. */
  output(): string
  kill(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Resolves with its exit code when it ends. */
  exitCode: Promise<number | null>
}

const support = path.join(projectRoot, 'tests', 'support')

/** Starts a listening shop in its own process. */
export async function startShopProcess(settings: Record<string, string>): Promise<ShopProcess> {
  const { PATH = '', HOME = '' } = process.env
  const hooks = `--import=${path.join(support, 'tsx-hooks.mjs')}`
  const child = spawn(process.execPath, [hooks, path.join(support, 'shop-server.ts')], {
    cwd: projectRoot,
    env: {
      PATH,
      HOME,
      MODE: 'test',
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1000',
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'alpine-compiled'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killWithUs = () => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const exitCode = once(child, 'exit').then(([code]: (number | null)[]) => {
    process.off('exit', killWithUs)
    return code ?? null
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const [, found] = /listening on (\d+)\n/.exec(output) ?? []
      if (found) resolve(found)
    })
    void exitCode.then(() => reject(new Error(`The shop ended before it started to listen: ${output}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output.replace(/listening on \d+\n/g, ''),
    signal: (name) => void child.kill(name),
    exitCode,
    kill: async () => {
      child.kill('SIGKILL')
      await exitCode
    },
  }
}
