const { createHash } = require('node:crypto')

/** Stands in for Argon2id where a figure is to be taken apart from it; see light-hash-hook.mjs. */
const hashSync = (password) => createHash('sha256').update(password).digest('hex')
const verifySync = (hash, password) => hash === hashSync(password)

module.exports = { hashSync, verifySync }
