import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { remainingErrors } from './draft-errors.ts'

const schema = z.object({
  name: z.string().check(z.minLength(1, 'Please enter a name.')),
  slug: z.string(),
  rows: z.array(z.object({ price: z.number('Please enter a price.') })),
})
const sent = { name: '', slug: 'taken', rows: [{ price: null }, { price: 2 }] }
const errors = { name: 'Please enter a name.', slug: 'Another product uses this URL.', 'rows.0.price': 'Price?' }

test('an error stays until its field is valid', () => {
  expect(remainingErrors(errors, schema, sent, sent)).toEqual({ ...errors, 'rows.0.price': 'Please enter a price.' })
  expect(remainingErrors(errors, schema, sent, { ...sent, name: 'Agate' })).not.toHaveProperty('name')
  const mended = { ...sent, rows: [{ price: 3 }, { price: 2 }] }
  expect(remainingErrors(errors, schema, sent, mended)).not.toHaveProperty(['rows.0.price'])
})

test('an error that only the server knows stays until its field changes', () => {
  expect(remainingErrors(errors, schema, sent, { ...sent, name: 'Agate' })).toHaveProperty('slug')
  expect(remainingErrors(errors, schema, sent, { ...sent, slug: 'free' })).not.toHaveProperty('slug')
})
