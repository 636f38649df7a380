import fc from 'fast-check'

/** Every run prints its random seed; `FUZZ_SEED` repeats it. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED) })
