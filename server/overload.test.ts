import { expect, test } from 'vitest'
import { Overload } from './overload.ts'

test('what would be too much at once is refused at once, and again admitted when there is room', async () => {
  const overload = new Overload(10)
  const mayEnd = Promise.withResolvers<string>()
  const page = overload.admit(6, () => mayEnd.promise)
  const calls = [1, 2, 3, 4].map(() => overload.admit(1, () => mayEnd.promise))
  const refused = overload.admit(1, async () => 'never')
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  mayEnd.resolve('done')
  expect(await Promise.all([page, ...calls])).toHaveLength(5)
  expect(await overload.admit(10, async () => 'room again')).toBe('room again')
})

test('what fails makes room too', async () => {
  const overload = new Overload(1)
  const failing = overload.admit(1, async () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await overload.admit(1, async () => 'room')).toBe('room')
})
