const barWidth = 24

export function formatDuration(seconds) {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return `${Math.round(seconds)} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Overwrites one line on a terminal, and writes one line per picture to a log. */
export class Progress {
  #total
  #done = 0
  #startedAt = 0
  seconds = 0

  constructor(total) {
    this.#total = total
  }

  begin(name) {
    this.#startedAt = Date.now()
    this.#write(name, '')
  }

  end(processorSeconds) {
    const seconds = (Date.now() - this.#startedAt) / 1000
    this.#done += 1
    this.seconds += seconds
    this.#write(`${Math.round(seconds)} s, ${processorSeconds} s of processor time`, '\n')
  }

  #write(text, end) {
    const filledWidth = Math.round((this.#done / Math.max(1, this.#total)) * barWidth)
    const bar = '█'.repeat(filledWidth) + '░'.repeat(barWidth - filledWidth)
    const mean = this.#done ? this.seconds / this.#done : 150
    const remaining = formatDuration(mean * (this.#total - this.#done))
    const line = `${bar} ${this.#done}/${this.#total}  ${remaining} left  ${text}`
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${line}`)
    else process.stdout.write(end ? ` ${text}\n` : line)
  }
}
