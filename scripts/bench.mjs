import { prepare } from './prepare.mjs'

await prepare('The figures cannot be taken')
await import('../bench/index.ts')
