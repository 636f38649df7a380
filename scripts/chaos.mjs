import { prepare } from './prepare.mjs'

await prepare('The chaos scenarios cannot run')
await import('../chaos/index.ts')
