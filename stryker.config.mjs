import { group } from './scripts/mutation-groups.mjs'

const report = `test-results/mutation/${process.env.MUTATION_GROUP ?? 'rules'}`
const unneeded = ['bench', 'build', 'chaos', 'data', 'deploy', 'docs', 'public', 'studio', 'test-results']

export default {
  mutate: group.mutate,
  testRunner: 'vitest',
  // The tests come in by the front door: they import hardly any of these files themselves.
  vitest: { configFile: 'vitest.mutation.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A busy machine must not make a survivor look killed.
  timeoutMS: 60_000,
  // Stryker would rewrite tsconfig.json with the JavaScript API of TypeScript, which TypeScript 7 no longer has.
  tsconfigFile: 'none',
  ignorePatterns: unneeded.map((folder) => `/${folder}`),
  warnings: { slow: false },
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `${report}.json` },
  htmlReporter: { fileName: `${report}.html` },
}
