import { prepare } from './prepare.mjs'

await prepare('The benchmarks cannot run')
await import('../bench/index.ts')
