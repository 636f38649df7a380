import { ensureBuilt } from './build.mjs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

/** Everything that works on the built shop begins like this; `more` is what it needs besides. */
export async function prepare(refusal, more = async () => {}) {
  process.chdir(projectRoot)
  try {
    await ensureInstalled({ withDevTools: true })
    await continueOnPinnedNode()
    await ensureBuilt()
    await more()
  } catch (error) {
    console.error(`${refusal}: ${error.message}`)
    process.exit(1)
  }
}
