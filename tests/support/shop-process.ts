import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'

export type ShopProcess = {
  url: string
  /** Everything that it logged, from errors up. */
  said(): string
  kill(): Promise<void>
}

const support = path.join(projectRoot, 'tests', 'support')

/** A shop that listens, in a process that can be killed. */
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
  const ended = once(child, 'exit').finally(() => process.off('exit', killWithUs))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const [, found] = /listening on (\d+)\n/.exec(said) ?? []
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`The shop ended before it listened: ${said}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => said.replace(/listening on \d+\n/, ''),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
