import { group } from './scripts/mutation-groups.mjs'

const report = `test-results/mutation/${process.env.MUTATION_GROUP ?? 'rules'}`
const ignoredFolders = ['bench', 'build', 'chaos', 'data', 'deploy', 'docs', 'public', 'studio', 'test-results']

export default {
  mutate: group.mutate,
  testRunner: 'vitest',
  // The tests call the API and import hardly any of these files directly.
  vitest: { configFile: 'vitest.mutation.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // On a busy machine a short timeout would count survivors as killed.
  timeoutMS: 60_000,
  // Stryker rewrites tsconfig.json with TypeScript's JavaScript API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  ignorePatterns: ignoredFolders.map((folder) => `/${folder}`),
  warnings: { slow: false },
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `${report}.json` },
  htmlReporter: { fileName: `${report}.html` },
}
