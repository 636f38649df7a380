import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { startIdentityProvider } from '#tests/support/identity-provider.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { type Ended, ensureBuilt, npmStart, openShop } from './shop-process.ts'
import { noteShopUnderTest } from './shop-under-test.ts'

/**
 * One shop for the whole run. `npm start` fills an empty folder; then the shop is closed and opened again, so that every
 * test meets one that has been through a restart. What both openings printed is kept for the tests of the start. A copy
 * of it stands beside it for the owner, whose work would show in what visitors are tested on.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensureBuilt()
  const parent = memoryFolder() ?? tmpdir()
  const dataDir = await mkdtemp(path.join(parent, 'alpine-e2e-'))
  const adminDir = await mkdtemp(path.join(parent, 'alpine-e2e-admin-'))
  const port = await freePort()
  const provider = await startIdentityProvider({ callback: `http://localhost:${port}/api/authentication/callback` })
  const settings = {
    MODE: 'demo',
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMIT_FACTOR: '1000',
    ...provider.settings,
  }
  const tidyUp = async () => {
    await provider.close()
    for (const folder of [dataDir, adminDir]) await rm(folder, { recursive: true, force: true })
  }
  try {
    const first = await npmStart(settings)
    expectCleanStop(await first.stop())
    await cp(dataDir, adminDir, { recursive: true })
    const adminPort = String(await freePort())
    const [second, admin] = await Promise.all([
      openShop(settings),
      openShop({ ...settings, DATA_DIR: adminDir, PORT: adminPort }),
    ])
    noteShopUnderTest({
      url: second.url,
      adminUrl: admin.url,
      settings,
      openings: [first.lines, second.lines],
    })
    return async () => {
      const ended = await Promise.all([second.stop(), admin.stop()])
      await tidyUp()
      ended.forEach(expectCleanStop)
    }
  } catch (error) {
    await tidyUp()
    throw error
  }
}

function expectCleanStop({ code, stdout, stderr }: Ended): void {
  if (code !== 0) throw new Error(`After SIGTERM the shop ended with ${code} instead of 0.\n${stdout}${stderr}`)
  const failures = stdout.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line))
  if (failures.length > 0) throw new Error(`The shop logged failures during the tests:\n${failures.join('\n')}`)
}
