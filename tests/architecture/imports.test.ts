import { describe, expect, test } from 'vitest'
import { checkImports, importViolation } from '../../scripts/imports.mjs'

test('no file imports against the import direction', () => {
  const { files, violations } = checkImports()
  expect(violations).toEqual([])
  expect(files).toBeGreaterThan(80)
})

describe('rejected imports', () => {
  test.each([
    ['app/routes/home/home.tsx', 'api/catalog.ts'],
    ['api/catalog.ts', 'app/routes/home/home.tsx'],
    ['app/routes/home/home.tsx', 'server/app.ts'],
    ['api/index.ts', 'server/app.ts'],
    ['modules/catalog/service.server.ts', 'api/errors.ts'],
    ['modules/catalog/service.server.ts', 'app/ui/price.tsx'],
    ['modules/shop.server.ts', 'server/app.ts'],
    ['platform/jobs.server.ts', 'modules/email/service.server.ts'],
    ['platform/jobs.server.ts', 'modules/shop.server.ts'],
    ['shared/money.ts', 'platform/env.server.ts'],
    ['shared/money.ts', 'modules/catalog/contract.ts'],
    ['app/ui/picture.tsx', 'modules/media/service.server.ts'],
    ['app/ui/picture.tsx', 'platform/env.server.ts'],
    ['app/ui/picture.tsx', 'app/lib/load.server.ts'],
    ['app/features/product/card.tsx', 'modules/catalog/service.server.ts'],
    ['app/features/product/card.tsx', 'app/lib/shop-context.server.ts'],
    ['app/layouts/header.tsx', 'modules/shop.server.ts'],
    ['app/layouts/header.tsx', 'app/routes/home/home.tsx'],
    ['app/features/product/buy.tsx', 'app/layouts/navigation.ts'],
    ['app/queries/cart.ts', 'app/features/cart/line.tsx'],
    ['app/state/cart.ts', 'app/queries/cart.ts'],
    ['app/ui/toast.tsx', 'app/state/session.ts'],
    ['app/ui/toast.tsx', 'modules/cart/schema.ts'],
    ['app/lib/api.ts', 'app/ui/toast.tsx'],
    ['app/lib/api.ts', 'modules/catalog/schema.ts'],
    ['app/features/site/seo.tsx', 'app/root.tsx'],
    ['app/routes/checkout/quote.tsx', 'app/routes/profile/profile.tsx'],
    ['app/routes/admin/settings.tsx', 'app/routes/admin/products/draft.ts'],
    ['app/lib/urls.ts', 'modules/catalog/service.server.ts'],
    ['app/layouts/header.tsx', 'app/service-worker/service-worker.ts'],
    ['app/service-worker/service-worker.ts', 'app/state/session.ts'],
    ['app/service-worker/service-worker.ts', 'app/lib/load.server.ts'],
    ['api/catalog.ts', 'modules/catalog/repo.server.ts'],
    ['api/catalog.ts', 'modules/catalog/tables.server.ts'],
    ['modules/content/service.server.ts', 'modules/media/repo.server.ts'],
    ['modules/shop.server.ts', 'modules/email/tables.server.ts'],
    ['db/seed/index.ts', 'modules/catalog/repo.server.ts'],
    ['tests/support/products.ts', 'modules/media/tables.server.ts'],
    ['modules/catalog/service.server.ts', 'modules/content/service.server.ts'],
    ['modules/content/service.server.ts', 'modules/catalog/contract.ts'],
    ['modules/media/service.server.ts', 'modules/catalog/service.server.ts'],
    ['modules/email/service.server.ts', 'modules/accounts/service.server.ts'],
    ['modules/yeti/service.server.ts', 'shared/money.ts'],
    ['server/app.ts', 'tests/support/shop.ts'],
    ['modules/catalog/service.server.ts', 'db/seed/index.ts'],
    ['server/app.ts', 'server/app.test.ts'],
    ['cellar/wine.ts', 'shared/money.ts'],
  ])('%s → %s', (file, target) => {
    expect(importViolation(file, target)).toMatch(/\S/)
  })
})

describe('allowed imports', () => {
  test.each([
    ['server/index.ts', 'app/render.server.ts'],
    ['server/app.ts', 'api/index.ts'],
    ['server/demo.ts', 'db/seed/index.ts'],
    ['api/catalog.ts', 'modules/catalog/service.server.ts'],
    ['api/index.ts', 'shared/errors.ts'],
    ['app/routes/home/home.tsx', 'modules/catalog/service.server.ts'],
    ['app/routes/home/home.tsx', 'app/lib/load.server.ts'],
    ['app/routes/home/home.tsx', 'app/routes/home/+types/home.ts'],
    ['app/lib/load.server.ts', 'platform/failures.server.ts'],
    ['app/features/product/card.tsx', 'modules/catalog/contract.ts'],
    ['app/features/product/card.tsx', 'app/ui/price.tsx'],
    ['app/ui/price.tsx', 'shared/money.ts'],
    ['app/ui/picture.tsx', 'modules/media/picture.ts'],
    ['app/root.tsx', 'app/layouts/storefront.tsx'],
    ['app/routes/home/home.tsx', 'app/routes/home/hero.tsx'],
    ['app/routes/home/home.tsx', 'app/features/product/grid.tsx'],
    ['app/queries/cart.ts', 'app/state/session.ts'],
    ['app/features/cart/line.tsx', 'app/queries/cart.ts'],
    ['app/state/cart.ts', 'app/ui/toast.tsx'],
    ['modules/catalog/service.server.ts', 'modules/catalog/repo.server.ts'],
    ['modules/catalog/contract.ts', 'modules/media/contract.ts'],
    ['modules/content/wire.server.ts', 'modules/media/picture.ts'],
    ['modules/accounts/service.server.ts', 'modules/email/service.server.ts'],
    ['modules/shop.server.ts', 'modules/catalog/service.server.ts'],
    ['modules/media/service.server.ts', 'platform/files.server.ts'],
    ['platform/failures.server.ts', 'shared/errors.ts'],
    ['db/seed/index.ts', 'modules/shop.server.ts'],
    ['tests/support/shop.ts', 'server/app.ts'],
    ['platform/migrate.test.ts', 'tests/support/shop.ts'],
  ])('%s → %s', (file, target) => {
    expect(importViolation(file, target)).toBeUndefined()
  })
})
