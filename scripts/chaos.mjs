import { prepare } from './prepare.mjs'

await prepare('The scenarios cannot be played')
await import('../chaos/index.ts')
