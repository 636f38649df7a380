import { describe, expect, test } from 'vitest'
import { createQueue } from './cart-queue.ts'

/** A list of words on a fake server whose responses the test releases one by one. */
function setUp() {
  let server: string[] = []
  const shown: string[][] = []
  const requests: { accept: () => void; refuse: () => void }[] = []
  const respond = (work: () => string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    requests.push({
      accept: () => {
        server = work()
        resolve(server)
      },
      refuse: () => reject(new Error('No')),
    })
    return promise
  }
  const queue = createQueue<string[]>({
    initial: [],
    rewrite: (apply) => respond(() => apply(server)),
    show: (state) => shown.push(state),
  })
  const call = (word: string) =>
    queue.add({ apply: (list) => [...list, word], send: () => respond(() => [...server, word]) })
  const write = (word: string) => queue.add({ apply: (list) => [...list, word] })
  const next = async (outcome: 'accept' | 'refuse' = 'accept') => {
    requests.shift()?.[outcome]()
    await new Promise((done) => setTimeout(done))
  }
  return { queue, call, write, next, requests, lastShown: () => shown.at(-1), onServer: () => server }
}

describe('cart queue', () => {
  test('shows a change at once and sends one request at a time, in order', async () => {
    const { call, next, requests, lastShown, onServer } = setUp()
    void call('one')
    void call('two')
    expect(lastShown()).toEqual(['one', 'two'])
    expect(requests).toHaveLength(1)
    await next()
    expect(lastShown()).toEqual(['one', 'two'])
    expect(onServer()).toEqual(['one'])
    await next()
    expect(onServer()).toEqual(['one', 'two'])
  })

  test('sends pending changes together, with one response for all', async () => {
    const { write, next, requests, onServer } = setUp()
    const first = write('one')
    const others = [write('two'), write('three')]
    expect(requests).toHaveLength(1)
    await next()
    expect(await first).toEqual(['one'])
    await next()
    const [second, third] = await Promise.all(others)
    expect(second).toBe(third)
    expect(onServer()).toEqual(['one', 'two', 'three'])
  })

  test('removes a refused change and sends the next one', async () => {
    const { call, next, lastShown, onServer } = setUp()
    const refused = expect(call('one')).rejects.toThrow('No')
    const accepted = call('two')
    await next('refuse')
    await refused
    expect(lastShown()).toEqual(['two'])
    await next()
    expect(await accepted).toEqual(['two'])
    expect(onServer()).toEqual(['two'])
  })

  test('shows pending changes on top of state from elsewhere', async () => {
    const { queue, call, lastShown } = setUp()
    void call('mine')
    queue.setConfirmed(['theirs'])
    expect(lastShown()).toEqual(['theirs', 'mine'])
  })

  test('shows nothing after it is closed', async () => {
    const { queue, call, next, lastShown } = setUp()
    const rejected = expect(call('one')).rejects.toThrow('closed')
    queue.close()
    await rejected
    await next()
    expect(lastShown()).toEqual(['one'])
    expect(queue.isIdle()).toBe(true)
  })
})
