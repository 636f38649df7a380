/**
 * Work that those who ask for the same share. Whoever asks while it is under way shares the next turn rather than this
 * one, which may have seen the world before they asked: so an answer is never older than its question.
 */
export class Turns<Answer> {
  readonly #underWay = new Map<string, Promise<Answer>>()
  readonly #next = new Map<string, Promise<Answer>>()

  share(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const known = this.#next.get(key)
    if (known) return known
    const turn = this.#begin(key, work)
    this.#next.set(key, turn)
    return turn
  }

  async #begin(key: string, work: () => Promise<Answer>): Promise<Answer> {
    await Promise.allSettled([this.#underWay.get(key)])
    this.#next.delete(key)
    const answer = work()
    this.#underWay.set(key, answer)
    try {
      return await answer
    } finally {
      if (this.#underWay.get(key) === answer) this.#underWay.delete(key)
    }
  }
}
