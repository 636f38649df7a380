import Module from 'node:module'
import path from 'node:path'

/* Loaded before the shop (--import) by a benchmark that excludes password hashing. The hashing threads load
 * fast-hash.cjs instead of Argon2id. */
const { _resolveFilename: resolveOriginal } = Module
Module._resolveFilename = (request, ...rest) =>
  request === '@node-rs/argon2' ? path.join(import.meta.dirname, 'fast-hash.cjs') : resolveOriginal(request, ...rest)
