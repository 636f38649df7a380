/** Starts at the time, so that new rows differ from those of a draft kept over a reload. */
let lastKey = Date.now()

/** A React key for a row that has no id yet. */
export const newKey = () => `new ${++lastKey}`
