const { createHash } = require('node:crypto')

/** Replaces Argon2id in benchmarks that exclude password hashing; see fast-hash-hook.mjs. */
const hashSync = (password) => createHash('sha256').update(password).digest('hex')
const verifySync = (hash, password) => hash === hashSync(password)

module.exports = { hashSync, verifySync }
