const barWidth = 24

export function formatDuration(seconds) {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return `${Math.round(seconds)} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** One line that is written over on a terminal, and a line per picture in a log. */
export class Progress {
  #total
  #done = 0
  #since = 0
  seconds = 0

  constructor(total) {
    this.#total = total
  }

  begin(name) {
    this.#since = Date.now()
    this.#write(name, '')
  }

  end(processorSeconds) {
    const seconds = (Date.now() - this.#since) / 1000
    this.#done += 1
    this.seconds += seconds
    this.#write(`${Math.round(seconds)} s, ${processorSeconds} s of the processor`, '\n')
  }

  #write(word, end) {
    const filled = Math.round((this.#done / Math.max(1, this.#total)) * barWidth)
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
    const mean = this.#done ? this.seconds / this.#done : 150
    const left = formatDuration(mean * (this.#total - this.#done))
    const line = `${bar} ${this.#done}/${this.#total}  ${left} left  ${word}`
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${line}`)
    else process.stdout.write(end ? ` ${word}\n` : line)
  }
}
