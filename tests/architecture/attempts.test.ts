import { expect, test } from 'vitest'
import { attempt } from '#bench/attempts.ts'

const failing = (times: number) => {
  let left = times
  return async () => {
    if (left-- > 0) throw new Error('NO_NAVSTART')
    return 'measured'
  }
}

test('retries a run that fails, and reports each failure', async () => {
  const failures: string[] = []
  expect(await attempt(3, failing(2), (reason) => failures.push(reason))).toBe('measured')
  expect(failures).toEqual(['NO_NAVSTART', 'NO_NAVSTART'])
})

test('throws after the last attempt', async () => {
  const failures: string[] = []
  await expect(attempt(3, failing(3), (reason) => failures.push(reason))).rejects.toThrow('NO_NAVSTART')
  expect(failures).toHaveLength(3)
})
