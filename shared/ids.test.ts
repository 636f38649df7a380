import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('ids are UUIDv7: valid, unique and sorted by creation time', () => {
  const ids = Array.from({ length: 500 }, (_, n) => newId(1_700_000_000_000 + n))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(500)
  expect([...ids].sort()).toEqual(ids)
})
