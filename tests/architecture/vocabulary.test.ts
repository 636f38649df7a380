import { expect, test } from 'vitest'
import { refusedIn } from '../../scripts/vocabulary.mjs'

test.each([
  ['orderDesk', ['desk']],
  ['DeskOrder', ['desk']],
  ['server/kept-pages.ts', ['kept']],
  ['KEPT_PAGES', ['kept']],
  ['product-list__shelf', ['shelf']],
  ['readWordsOf', ['words', 'words of']],
])('finds the refused words in %s', (name, expected) => {
  expect(refusedIn(name)).toEqual(expected)
})

test.each(['desktop', 'keepAlive', 'app/routes/checkout/shopping-bag.tsx', 'cartLines'])('accepts %s', (name) => {
  expect(refusedIn(name)).toEqual([])
})
