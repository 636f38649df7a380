import { ensureBuilt } from './build.mjs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

/** Installs and builds what a script needs; `extraStep` prepares anything else. */
export async function prepare(failureMessage, extraStep = async () => {}) {
  process.chdir(projectRoot)
  try {
    await ensureInstalled({ withDevTools: true })
    await continueOnPinnedNode()
    await ensureBuilt()
    await extraStep()
  } catch (error) {
    console.error(`${failureMessage}: ${error.message}`)
    process.exit(1)
  }
}
