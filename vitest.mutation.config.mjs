import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { group } from './scripts/mutation-groups.mjs'

/** A mutant ends with the first failing test, so fast tests come first. */
class ListedOrder extends BaseSequencer {
  async sort(files) {
    const position = ({ moduleId }) => group.tests.findIndex((name) => moduleId.endsWith(name))
    return files.toSorted((a, b) => position(a) - position(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: ListedOrder },
    projects: [
      {
        extends: true,
        test: {
          name: 'postgres',
          isolate: false,
          include: group.tests,
          globalSetup: group.needsNoDatabase ? [] : ['tests/support/database.ts'],
          setupFiles: group.needsNoDatabase ? [] : ['tests/support/drop-databases.ts'],
          env: { TEST_DATABASE: 'postgres' },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
