import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { startIdentityProvider } from '#tests/support/identity-provider.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { restock } from './restock.ts'
import { ensureBuilt, npmStart, type ProcessResult, startShop } from './shop-process.ts'
import { setShopUnderTest } from './shop-under-test.ts'

/**
 * Starts one shop for the whole run. `npm start` seeds an empty folder, then the shop is restarted, so the tests run on
 * a restarted shop. The admin tests use a second shop on a copy of the data, because they change what visitors see.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensureBuilt()
  const parent = memoryFolder() ?? tmpdir()
  const dataDir = await mkdtemp(path.join(parent, 'alpine-e2e-'))
  const adminDir = await mkdtemp(path.join(parent, 'alpine-e2e-admin-'))
  const seededDir = await mkdtemp(path.join(parent, 'alpine-e2e-seeded-'))
  const port = await freePort()
  const provider = await startIdentityProvider({ callback: `http://localhost:${port}/api/authentication/callback` })
  const settings = {
    MODE: 'demo',
    // The receivers of the tests are on this machine.
    ALLOW_PRIVATE_TARGETS: 'true',
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMIT_FACTOR: '1000',
    UNDO_SECONDS: '0',
    ...provider.settings,
  }
  const cleanUp = async () => {
    await provider.close()
    for (const folder of [dataDir, adminDir, seededDir]) await rm(folder, { recursive: true, force: true })
  }
  try {
    const first = await npmStart(settings)
    expectCleanStop(await first.stop())
    for (const copy of [adminDir, seededDir]) await cp(dataDir, copy, { recursive: true })
    const adminPort = String(await freePort())
    const [second, admin] = await Promise.all([
      startShop(settings),
      startShop({ ...settings, DATA_DIR: adminDir, PORT: adminPort }),
    ])
    setShopUnderTest({
      url: second.url,
      adminUrl: admin.url,
      seededDir,
      settings,
      startOutputs: [first.lines, second.lines],
    })
    await restock(admin.url, 'tumbled-stone-mix')
    return async () => {
      const ended = await Promise.all([second.stop(), admin.stop()])
      await cleanUp()
      ended.forEach(expectCleanStop)
    }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

function expectCleanStop({ code, stdout, stderr }: ProcessResult): void {
  if (code !== 0) throw new Error(`After SIGTERM the shop ended with ${code} instead of 0.\n${stdout}${stderr}`)
  const failures = stdout.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line))
  if (failures.length > 0) throw new Error(`The shop logged failures during the tests:\n${failures.join('\n')}`)
}
