import { describe, expect, test } from 'vitest'
import { openQueue } from './cart-queue.ts'

/** A list of words on a server that answers when it is let. */
function stage() {
  let server: string[] = []
  const shown: string[][] = []
  const held: { go: () => void; refuse: () => void }[] = []
  const answer = (work: () => string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    held.push({
      go: () => {
        server = work()
        resolve(server)
      },
      refuse: () => reject(new Error('No')),
    })
    return promise
  }
  const queue = openQueue<string[]>({
    begin: [],
    rewrite: (apply) => answer(() => apply(server)),
    show: (state) => shown.push(state),
  })
  const call = (word: string) =>
    queue.add({ apply: (now) => [...now, word], send: () => answer(() => [...server, word]) })
  const write = (word: string) => queue.add({ apply: (now) => [...now, word] })
  const next = async (how: 'go' | 'refuse' = 'go') => {
    held.shift()?.[how]()
    await new Promise((done) => setTimeout(done))
  }
  return { queue, call, write, next, held, now: () => shown.at(-1), atServer: () => server }
}

describe('the queue of changes', () => {
  test('shows a change at once and sends one at a time, in order', async () => {
    const { call, next, held, now, atServer } = stage()
    void call('one')
    void call('two')
    expect(now()).toEqual(['one', 'two'])
    expect(held).toHaveLength(1)
    await next()
    expect(now()).toEqual(['one', 'two'])
    expect(atServer()).toEqual(['one'])
    await next()
    expect(atServer()).toEqual(['one', 'two'])
  })

  test('lets what waits travel together, with one answer for all', async () => {
    const { write, next, held, atServer } = stage()
    const first = write('one')
    const others = [write('two'), write('three')]
    expect(held).toHaveLength(1)
    await next()
    expect(await first).toEqual(['one'])
    await next()
    const [second, third] = await Promise.all(others)
    expect(second).toBe(third)
    expect(atServer()).toEqual(['one', 'two', 'three'])
  })

  test('takes back what is refused, and goes on', async () => {
    const { call, next, now, atServer } = stage()
    const refused = expect(call('one')).rejects.toThrow('No')
    const taken = call('two')
    await next('refuse')
    await refused
    expect(now()).toEqual(['two'])
    await next()
    expect(await taken).toEqual(['two'])
    expect(atServer()).toEqual(['two'])
  })

  test('keeps what waits on top of what it learns elsewhere', async () => {
    const { queue, call, now } = stage()
    void call('mine')
    queue.learn(['theirs'])
    expect(now()).toEqual(['theirs', 'mine'])
  })

  test('shows nothing more once it is closed', async () => {
    const { queue, call, next, now } = stage()
    const left = expect(call('one')).rejects.toThrow('closed')
    queue.close()
    await left
    await next()
    expect(now()).toEqual(['one'])
    expect(queue.isIdle()).toBe(true)
  })
})
