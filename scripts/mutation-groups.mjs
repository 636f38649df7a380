/** Source files of important rules with their tests, fastest first. */
export const groups = {
  rules: {
    mutate: [
      'shared/money.ts',
      'shared/secrets.ts',
      'shared/rights.ts',
      'modules/orders/statuses.ts',
      'modules/orders/wire.ts',
      'modules/cart/wire.ts',
      'modules/quotes/sums.ts',
      'modules/accounts/devices.server.ts',
      'modules/accounts/account-context.server.ts',
      'api/access.ts',
    ],
    tests: [
      'shared/money.test.ts',
      'shared/secrets.test.ts',
      'shared/rights.test.ts',
      'modules/orders/statuses.test.ts',
      'modules/orders/wire.test.ts',
      'modules/cart/wire.test.ts',
      'modules/quotes/sums.test.ts',
      'modules/accounts/devices.test.ts',
      'modules/accounts/account-context.test.ts',
      'api/access.test.ts',
    ],
    needsNoDatabase: true,
  },
  limits: {
    mutate: ['platform/limits.server.ts', 'platform/limit-rules.server.ts', 'platform/memory-limiter.server.ts'],
    tests: ['platform/memory-limiter.test.ts', 'platform/limit-counts.test.ts', 'platform/limits-shared.test.ts'],
    needsNoDatabase: true,
  },
  cart: {
    mutate: [
      'modules/cart/service.server.ts',
      'modules/catalog/stock.server.ts',
      'modules/catalog/stock-repo.server.ts',
    ],
    tests: [
      'modules/catalog/stock.test.ts',
      'modules/catalog/stock-repo.test.ts',
      'modules/cart/rules.test.ts',
      'modules/cart/concurrency.test.ts',
      'api/cart.test.ts',
      'api/orders.test.ts',
      'api/order-history.test.ts',
    ],
  },
  discounts: {
    mutate: ['modules/discounts/rules.ts', 'modules/discounts/service.server.ts', 'shared/shipping.ts'],
    tests: ['shared/shipping.test.ts', 'api/discounts.test.ts'],
  },
  movements: {
    mutate: ['modules/catalog/movements.server.ts', 'modules/catalog/stock-admin.server.ts'],
    tests: ['api/admin-stock.test.ts'],
  },
  orders: {
    mutate: [
      'modules/orders/transitions.server.ts',
      'modules/orders/service.server.ts',
      'modules/orders/quote-orders.server.ts',
    ],
    tests: [
      'modules/orders/place-order.test.ts',
      'modules/orders/transitions.test.ts',
      'api/orders.test.ts',
      'api/order-history.test.ts',
    ],
  },
  orderChanges: {
    mutate: [
      'modules/orders/changes.server.ts',
      'modules/orders/corrections.server.ts',
      'modules/orders/edits.server.ts',
      'modules/orders/returns.server.ts',
      'modules/orders/balance.ts',
    ],
    tests: [
      'api/order-changes.test.ts',
      'api/order-edits.test.ts',
      'api/order-returns.test.ts',
      'api/order-payments.test.ts',
    ],
  },
  accounts: {
    mutate: [
      'modules/accounts/sessions.server.ts',
      'modules/accounts/sessions-repo.server.ts',
      'modules/accounts/tokens.server.ts',
      'modules/accounts/login.server.ts',
    ],
    tests: [
      'modules/accounts/tokens.test.ts',
      'modules/accounts/login.test.ts',
      'api/sessions.test.ts',
      'api/wrong-passwords.test.ts',
    ],
  },
}

export const group = groups[process.env.MUTATION_GROUP ?? 'rules']
