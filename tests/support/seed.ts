import fc from 'fast-check'

/** Everything that is random begins with the seed of the run, which is printed: `FUZZ_SEED` repeats it. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED) })
