/*
 * Security and reliability checks, each with its tests. The letter of an id is its group: A authentication,
 * Z authorization, M money and stock, I input, E enumeration and bots, W web, U uploads, S secrets and packages,
 * L load, F faults, H hostile callers. Numbers are never reused. A test is a file and part of the full test name (empty:
 * the whole file), `chaos` and the name of a scenario, or `npm` and a command. A test that is not found counts as failed.
 */
const testsIn = (file, ...titles) => titles.map((title) => ({ file, title }))
const pgliteTestsIn = (file, ...titles) => testsIn(file, ...titles).map((test) => ({ ...test, project: 'pglite' }))
const chaos = (title) => [{ file: 'chaos', title }]

export const checks = [
  ['A1', 'a token after logout is 401', testsIn('api/sessions.test.ts', 'ends at once after logout')],
  ['A2', 'all old tokens after a reset are 401', testsIn('api/recovery.test.ts', 'old sessions end')],
  [
    'A3',
    'idle and absolute expiry',
    testsIn('api/sessions.test.ts', 'whose created_at is 30 days', 'whose used_at is 7 days'),
  ],
  [
    'A4',
    'tokens of 256 bits, stored as hashes',
    testsIn('api/sessions.test.ts', 'gives a token of 256 bits', 'stores only the hash'),
  ],
  [
    'A5',
    'a reset token used twice, expired or of another user',
    testsIn('api/recovery.test.ts', 'accepts a token once', 'rejects an expired token'),
  ],
  [
    'A6',
    'no token in a response or a log',
    testsIn('api/authentication.test.ts', 'the log contains no password, token'),
  ],
  [
    'A7',
    'confirmation and reset tokens cannot be swapped',
    testsIn('api/recovery.test.ts', 'and one for confirmation'),
  ],
  [
    'A8',
    'a Host header never gets into an email',
    testsIn('api/recovery.test.ts', 'never uses a host from the request'),
  ],
  [
    'A9',
    'OpenID: state, nonce, audience, issuer, replay',
    testsIn('api/openid.test.ts', 'or with another state', 'when it is replayed', 'not for this request'),
  ],
  [
    'A10',
    'an unverified email joins no account',
    testsIn('api/openid-linking.test.ts', 'requires an email that the provider'),
  ],
  ['A11', 'no token in a URL', testsIn('api/openid.test.ts', 'and none in a URL')],
  ['A13', 'long passwords, spaces, emoji', testsIn('api/authentication.test.ts', 'compares a password with')],
  [
    'Z1',
    'data of other users, by every method',
    [
      ...testsIn('api/addresses.test.ts', 'is 404 like a missing one'),
      ...testsIn('api/cart.test.ts', 'is not accessible to another user'),
      ...testsIn('api/wishlist.test.ts', 'is not accessible to another user'),
      ...testsIn('api/order-history.test.ts', 'of another user are 403 or 404'),
      ...testsIn('api/userdetails.test.ts', 'the account of another user'),
    ],
  ],
  [
    'Z2',
    'an order to the address of another user',
    testsIn('api/orders.test.ts', 'to an address or from a cart of another user'),
  ],
  [
    'Z4',
    'every admin call as visitor, customer and each role',
    [...testsIn('api/admin.test.ts', '(Z4)'), ...testsIn('tests/architecture/access.test.ts', 'names every endpoint')],
  ],
  [
    'Z5',
    'role, price, owner in a body change nothing',
    [
      ...testsIn('api/authentication.test.ts', 'ignores fields that a client may not set'),
      ...testsIn('api/userdetails.test.ts', 'ignores role, email, username and ids'),
    ],
  ],
  ['Z7', 'a demoted owner loses access at once', testsIn('api/admin.test.ts', '(Z7)')],
  [
    'Z9',
    'no notifications after sign-out or the end of a role',
    testsIn('modules/notifications/push.test.ts', 'a staff device gets nothing'),
  ],
  [
    'Z10',
    'an invitation that is expired, replaced or withdrawn gives no role',
    testsIn('api/invitations.test.ts', 'an invitation'),
  ],
  [
    'M1',
    'prices and totals from a client are ignored',
    testsIn('api/orders.test.ts', 'the order uses the current price'),
  ],
  ['M2', 'invalid quantities get 400', testsIn('api/cart.test.ts', 'as a quantity')],
  ['M3', 'many buyers, one unit', testsIn('api/orders-concurrency.test.ts', 'of the last item succeed once')],
  ['M5', 'one key fifty times', testsIn('api/orders-concurrency.test.ts', 'with one key sent fifty times')],
  ['M6', 'one key, two bodies', testsIn('api/orders-concurrency.test.ts', 'with one key and two bodies')],
  ['M7', 'double click, two tabs', testsIn('api/orders-concurrency.test.ts', 'from a double click without a key')],
  [
    'M8',
    'price or stock changed before the order',
    testsIn('api/orders.test.ts', 'the order uses the current price', 'a product that is archived or above stock'),
  ],
  [
    'M9',
    'canceled twice, canceled while being shipped',
    [
      ...testsIn('api/orders-concurrency.test.ts', 'canceled ten times restore'),
      ...testsIn('api/admin-orders.test.ts', 'concurrent transitions (M9)'),
    ],
  ],
  ['M10', 'carts in opposite order', testsIn('api/orders-concurrency.test.ts', 'in opposite order')],
  ['M11', 'random sequences against a model', testsIn('api/orders-model.test.ts', '')],
  ['M12', 'last use of a discount code', testsIn('api/discounts.test.ts', 'with the last use of a code')],
  ['M13', 'guessed discount codes', testsIn('api/discounts.test.ts', 'are limited for', 'gets the same answer')],
  [
    'I1',
    'SQL in every input',
    [
      ...testsIn('api/search.test.ts', 'drop table'),
      ...testsIn('api/fuzz.test.ts', 'never responds with 500'),
      ...testsIn('api/hostile-values.test.ts', ''),
    ],
  ],
  [
    'I2',
    'script in user texts is inert',
    [
      ...testsIn('api/enquiries.test.ts', 'escapes HTML of a message'),
      ...testsIn('api/admin-orders.test.ts', '(I2)'),
      ...testsIn('api/admin-enquiries.test.ts', 'with script escaped'),
    ],
  ],
  ['I3', '</script> and U+2028 in a page', testsIn('tests/e2e/content-security-policy.spec.ts', 'stays text')],
  ['I4', '__proto__, constructor', testsIn('api/fuzz.test.ts', 'never responds with 500', 'creates no admin account')],
  [
    'I5',
    'large and deep bodies are refused at once',
    [...testsIn('server/app.test.ts', 'over 1 MiB'), ...testsIn('api/enquiries.test.ts', 'malformed JSON')],
  ],
  ['I7', 'line breaks in email fields', testsIn('modules/email/email.test.ts', 'a line break in the address')],
  ['I9', 'formulas in an export', testsIn('api/admin-csv.test.ts', 'with escaped formulas')],
  [
    'E1',
    'known and unknown accounts: the same response',
    [
      ...testsIn('api/authentication.test.ts', 'does the same work and gives the same response'),
      ...testsIn('api/recovery.test.ts', 'gives the same response after the same statements'),
    ],
  ],
  ['E2', '… in the same time', [{ file: 'npm', title: 'run bench -- timing' }]],
  [
    'E3',
    'wrong passwords in a row',
    testsIn(
      'api/wrong-passwords.test.ts',
      'lock a name for the guessing IP address',
      'are counted per account for all its names',
      'lock the IP address for all names',
    ),
  ],
  ['E5', 'a hundred messages in a row', testsIn('api/enquiries.test.ts', 'limits messages of one caller')],
  [
    'W1',
    'a policy on every page, errors too',
    [
      ...testsIn('server/app.test.ts', 'every response has the security headers'),
      ...testsIn('tests/e2e/public-pages.spec.ts', 'no other host'),
    ],
  ],
  [
    'W2',
    'HSTS, nosniff, referrer, opener, permissions',
    testsIn('server/app.test.ts', 'every response has the security headers', 'sends HSTS only'),
  ],
  ['W3', 'no open redirect after login', testsIn('app/lib/return-to.test.ts', '')],
  [
    'W4',
    'no user data in public pages',
    [
      ...testsIn('server/pages.test.ts', 'a personal page'),
      ...testsIn('api/userdetails.test.ts', 'is not cached by browsers'),
    ],
  ],
  [
    'W6',
    'no CORS; forms are 415',
    [
      ...testsIn('tests/http/headers.spec.ts', 'other sites cannot read'),
      ...testsIn('api/enquiries.test.ts', 'malformed JSON'),
    ],
  ],
  [
    'U1',
    'uploads: SVG, polyglots, huge pictures',
    [
      ...testsIn(
        'api/admin-pictures.test.ts',
        're-encoded without metadata',
        'a polyglot',
        'rejected uploads',
        'over 20 MB',
      ),
      ...testsIn('modules/media/media.test.ts', 'a file that is not a picture is rejected'),
    ],
  ],
  [
    'S1',
    'no secret in logs, no stack trace in responses',
    [
      ...testsIn('platform/log.test.ts', 'redacts secrets and personal data'),
      ...testsIn('server/app.test.ts', 'shows no details to the visitor'),
    ],
  ],
  [
    'S2',
    'production refuses missing or default secrets',
    [
      ...testsIn('platform/env.test.ts', 'does not start without', 'rejects the demo sender'),
      ...testsIn('tests/http/headers.spec.ts', 'contains no secret'),
    ],
  ],
  [
    'S3',
    'no high or critical advisory in shipped packages',
    [{ file: 'npm', title: 'audit --omit=dev --audit-level=high' }],
  ],
  [
    'S4',
    'the webhook secret is shown once, its URL and the push keys are not logged',
    [
      ...testsIn(
        'modules/notifications/webhook.test.ts',
        'is in no other response, nor in the log',
        'is written to the audit log without its path',
      ),
      ...testsIn('modules/notifications/push.test.ts', 'the keys are made once and are in no response or log'),
    ],
  ],
  ['H1', 'regular expressions run in linear time', testsIn('tests/architecture/patterns.test.ts', '')],
  ['H2', 'long targets, large headers', testsIn('server/request-limits.test.ts', '')],
  [
    'H3',
    'slow bodies and uploads, many open requests',
    [
      ...testsIn('server/slow-bodies.test.ts', ''),
      ...testsIn('server/uploads.test.ts', ''),
      ...testsIn('server/open-requests.test.ts', ''),
    ],
  ],
  [
    'H4',
    'bounded caches, canonical keys',
    [...testsIn('tests/architecture/cache-bounds.test.ts', ''), ...testsIn('server/page-keys.test.ts', '')],
  ],
  ['H5', 'all attacks while shoppers buy', chaos('hostile caller')],
  [
    'H6',
    'forwarding headers, operator pages',
    [...testsIn('server/caller.test.ts', ''), ...testsIn('server/local-only.test.ts', '')],
  ],
  ['H7', 'an owner signs in while strangers guess', testsIn('api/wrong-passwords.test.ts', 'its owner can sign in')],
  [
    'H8',
    'limits on every email, no text from strangers',
    [...testsIn('tests/architecture/email-limits.test.ts', ''), ...testsIn('api/unconfirmed-emails.test.ts', '')],
  ],
  ['H9', 'at most 20 sessions', testsIn('api/sessions.test.ts', 'are limited to 20')],
  [
    'H10',
    'a linked account loses its unconfirmed password',
    testsIn('api/openid-linking.test.ts', 'drops a password that is older'),
  ],
  ['H11', 'one process per data folder', pgliteTestsIn('platform/folder-claim.test.ts', '')],
  ['H12', 'only inline scripts of the app', testsIn('app/render-document.test.tsx', '')],
  [
    'H13',
    'the shop calls no private address',
    [
      ...testsIn('platform/outgoing.test.ts', ''),
      ...testsIn('modules/notifications/webhook.test.ts', 'the URL is rejected'),
      ...testsIn('modules/notifications/push.test.ts', 'with the endpoint'),
    ],
  ],
  ['L1', 'mixed load', chaos('mixed load')],
  ['L2', 'a flood of logins', chaos('flood of logins')],
  ['L3', 'three times capacity', chaos('three times capacity')],
  ['F1', 'kill -9 in the middle of orders', [...testsIn('server/killed.test.ts', 'in the middle of orders')]],
  ['F2', 'PostgreSQL restarted', chaos('database restart')],
  ['F3', 'failover of the primary database', chaos('failover')],
  ['F4', 'a slow database', chaos('slow database')],
  ['F5', 'SMTP down or slow', chaos('mail server down')],
  ['F6', 'disk full', chaos('disk full')],
  ['F8', 'stopped and replaced under load', [...chaos('stopped under load'), ...chaos('rolling restart')]],
  ['F9', 'a backup restored on a clean machine', [...chaos('backup and restore'), ...chaos('move from PGlite')]],
].map(([id, description, tests]) => ({ id, description, tests }))
