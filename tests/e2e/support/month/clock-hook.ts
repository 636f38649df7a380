import { moveClock } from './move-clock.ts'

/** Loaded before the shop. PGlite reads the same clock, so `now()` moves too. */
moveClock(Number(process.env.CLOCK_OFFSET))
