/*
 * Security and reliability checks, each with its tests. A test is a file and part of the full test name, `chaos` and the
 * name of a scenario, or `npm` and a command. A listed test that is not found counts as failed.
 */
const on = (file, ...titles) => titles.map((title) => ({ file, title }))
const onPglite = (file, ...titles) => on(file, ...titles).map((test) => ({ ...test, project: 'pglite' }))
const chaos = (title) => [{ file: 'chaos', title }]

export const checks = [
  ['A1', 'a token after logout is 401', on('api/sessions.test.ts', 'ends at once after logout')],
  ['A2', 'all old tokens after a reset are 401', on('api/recovery.test.ts', 'old sessions end')],
  [
    'A3',
    'idle and absolute expiry',
    on('api/sessions.test.ts', 'whose created_at is 30 days', 'whose used_at is 7 days'),
  ],
  [
    'A4',
    'tokens of 256 bits, stored as hashes',
    on('api/sessions.test.ts', 'gives a token of 256 bits', 'stores only the hash'),
  ],
  [
    'A5',
    'a reset token used twice, expired or of another user',
    on('api/recovery.test.ts', 'accepts a token once', 'rejects an expired token'),
  ],
  ['A6', 'no token in a response or a log', on('api/authentication.test.ts', 'the log contains no password, token')],
  ['A7', 'confirmation and reset tokens cannot be swapped', on('api/recovery.test.ts', 'and one for confirmation')],
  ['A8', 'a Host header never gets into an email', on('api/recovery.test.ts', 'never uses a host from the request')],
  [
    'A9',
    'OpenID: state, nonce, audience, issuer, replay',
    on('api/openid.test.ts', 'or with another state', 'when it is replayed', 'not for this request'),
  ],
  [
    'A10',
    'an unverified email joins no account',
    on('api/openid-linking.test.ts', 'requires an email that the provider'),
  ],
  ['A11', 'no token in a URL', on('api/openid.test.ts', 'and none in a URL')],
  ['A13', 'long passwords, spaces, emoji', on('api/authentication.test.ts', 'compares a password with')],
  [
    'Z1',
    'data of other users, by every method',
    [
      ...on('api/addresses.test.ts', 'is 404 like a missing one'),
      ...on('api/cart.test.ts', 'is not accessible to another user'),
      ...on('api/wishlist.test.ts', 'is not accessible to another user'),
      ...on('api/order-history.test.ts', 'of another user are 403 or 404'),
      ...on('api/userdetails.test.ts', 'the account of another user'),
    ],
  ],
  [
    'Z2',
    'an order to the address of another user',
    on('api/orders.test.ts', 'to an address or from a cart of another user'),
  ],
  [
    'Z4',
    'every admin call as visitor or customer',
    [...on('api/admin.test.ts', '(Z4)'), ...on('tests/architecture/access.test.ts', 'names every endpoint')],
  ],
  [
    'Z5',
    'role, price, owner in a body change nothing',
    [
      ...on('api/authentication.test.ts', 'ignores fields that a client may not set'),
      ...on('api/userdetails.test.ts', 'ignores role, email, username and ids'),
    ],
  ],
  ['Z7', 'a demoted admin loses access at once', on('api/admin.test.ts', '(Z7)')],
  ['M1', 'prices and totals from a client are ignored', on('api/orders.test.ts', 'the order uses the current price')],
  ['M2', 'invalid quantities get 400', on('api/cart.test.ts', 'as a quantity')],
  ['M3', 'many buyers, one unit', on('api/orders-concurrency.test.ts', 'of the last item succeed once')],
  ['M5', 'one key fifty times', on('api/orders-concurrency.test.ts', 'with one key sent fifty times')],
  ['M6', 'one key, two bodies', on('api/orders-concurrency.test.ts', 'with one key and two bodies')],
  ['M7', 'double click, two tabs', on('api/orders-concurrency.test.ts', 'from a double click without a key')],
  [
    'M8',
    'price or stock changed before the order',
    on('api/orders.test.ts', 'the order uses the current price', 'a short or archived product'),
  ],
  [
    'M9',
    'canceled twice, canceled while being shipped',
    [
      ...on('api/orders-concurrency.test.ts', 'canceled ten times restore'),
      ...on('api/admin-orders.test.ts', 'concurrent transitions (M9)'),
    ],
  ],
  ['M10', 'carts in opposite order', on('api/orders-concurrency.test.ts', 'in opposite order')],
  ['M11', 'random sequences against a model', on('api/orders-model.test.ts', '')],
  [
    'I1',
    'SQL in every input',
    [
      ...on('api/search.test.ts', 'drop table'),
      ...on('api/fuzz.test.ts', 'never responds with 500'),
      ...on('api/hostile-values.test.ts', ''),
    ],
  ],
  [
    'I2',
    'script in user texts is inert',
    [
      ...on('api/enquiries.test.ts', 'escapes HTML of a message'),
      ...on('api/admin-orders.test.ts', '(I2)'),
      ...on('api/quotes.test.ts', 'with script escaped'),
    ],
  ],
  ['I3', '</script> and U+2028 in a page', on('tests/e2e/content-security-policy.spec.ts', 'stays text')],
  ['I4', '__proto__, constructor', on('api/fuzz.test.ts', 'never responds with 500', 'creates no admin account')],
  [
    'I5',
    'large and deep bodies are refused at once',
    [...on('server/app.test.ts', 'over 1 MiB'), ...on('api/enquiries.test.ts', 'malformed JSON')],
  ],
  ['I7', 'line breaks in email fields', on('modules/email/email.test.ts', 'a line break in the address')],
  ['I9', 'formulas in an export', on('api/admin-csv.test.ts', 'with escaped formulas')],
  [
    'E1',
    'known and unknown accounts: the same response',
    [
      ...on('api/authentication.test.ts', 'does the same work and gives the same response'),
      ...on('api/recovery.test.ts', 'gives the same response after the same statements'),
    ],
  ],
  ['E2', '… in the same time', [{ file: 'npm', title: 'run bench -- timing' }]],
  [
    'E3',
    'wrong passwords in a row',
    on(
      'api/wrong-passwords.test.ts',
      'lock a name for the guessing IP address',
      'are counted per account for all its names',
      'lock the IP address for all names',
    ),
  ],
  ['E5', 'a hundred messages in a row', on('api/enquiries.test.ts', 'limits messages of one caller')],
  [
    'W1',
    'a policy on every page, errors too',
    [
      ...on('server/app.test.ts', 'every response has the security headers'),
      ...on('tests/e2e/public-pages.spec.ts', 'no other host'),
    ],
  ],
  [
    'W2',
    'HSTS, nosniff, referrer, opener, permissions',
    on('server/app.test.ts', 'every response has the security headers', 'sends HSTS only'),
  ],
  ['W3', 'no open redirect after login', on('app/lib/return-to.test.ts', '')],
  [
    'W4',
    'no user data in public pages',
    [
      ...on('server/pages.test.ts', 'a page with user data'),
      ...on('api/userdetails.test.ts', 'is not cached by browsers'),
    ],
  ],
  [
    'W6',
    'no CORS; forms are 415',
    [...on('tests/http/headers.spec.ts', 'other sites cannot read'), ...on('api/enquiries.test.ts', 'malformed JSON')],
  ],
  [
    'U1',
    'uploads: SVG, polyglots, huge pictures',
    [
      ...on(
        'api/admin-pictures.test.ts',
        're-encoded without metadata',
        'a polyglot',
        'rejected uploads',
        'more than 20 MB',
      ),
      ...on('modules/media/media.test.ts', 'a file that is not a picture is rejected'),
    ],
  ],
  [
    'S1',
    'no secret in logs, no stack trace in responses',
    [
      ...on('platform/log.test.ts', 'redacts secrets and personal data'),
      ...on('server/app.test.ts', 'shows no details to the visitor'),
    ],
  ],
  [
    'S2',
    'production refuses missing or default secrets',
    [
      ...on('platform/env.test.ts', 'does not start without', 'rejects the demo sender'),
      ...on('tests/http/headers.spec.ts', 'contains no secret'),
    ],
  ],
  [
    'S3',
    'no high or critical advisory in shipped packages',
    [{ file: 'npm', title: 'audit --omit=dev --audit-level=high' }],
  ],
  ['H1', 'regular expressions run in linear time', on('tests/architecture/patterns.test.ts', '')],
  ['H2', 'long targets, large headers', on('server/request-limits.test.ts', '')],
  [
    'H3',
    'slow bodies and uploads, many open requests',
    [
      ...on('server/slow-bodies.test.ts', ''),
      ...on('server/uploads.test.ts', ''),
      ...on('server/open-requests.test.ts', ''),
    ],
  ],
  [
    'H4',
    'bounded caches, canonical keys',
    [...on('tests/architecture/cache-bounds.test.ts', ''), ...on('server/page-keys.test.ts', '')],
  ],
  ['H5', 'all attacks while shoppers buy', chaos('hostile caller')],
  [
    'H6',
    'forwarding headers, operator pages',
    [...on('server/caller.test.ts', ''), ...on('server/local-only.test.ts', '')],
  ],
  ['H7', 'an owner signs in while strangers guess', on('api/wrong-passwords.test.ts', 'its owner can sign in')],
  [
    'H8',
    'limits on every email, no text from strangers',
    [...on('tests/architecture/email-limits.test.ts', ''), ...on('api/unconfirmed-emails.test.ts', '')],
  ],
  ['H9', 'at most 20 sessions', on('api/sessions.test.ts', 'are limited to 20')],
  [
    'H10',
    'a linked account loses its unconfirmed password',
    on('api/openid-linking.test.ts', 'drops a password that is older'),
  ],
  ['H11', 'one process per data folder', onPglite('platform/folder-claim.test.ts', '')],
  ['H12', 'only inline scripts of the app', on('app/render-document.test.tsx', '')],
  ['L1', 'mixed load', chaos('mixed load')],
  ['L2', 'a flood of logins', chaos('flood of logins')],
  ['L3', 'three times capacity', chaos('three times capacity')],
  ['F1', 'kill -9 in the middle of orders', [...on('server/killed.test.ts', 'in the middle of orders')]],
  ['F2', 'PostgreSQL restarted', chaos('database restart')],
  ['F3', 'failover of the primary database', chaos('failover')],
  ['F4', 'a slow database', chaos('slow database')],
  ['F5', 'SMTP down or slow', chaos('mail server down')],
  ['F6', 'disk full', chaos('disk full')],
  ['F8', 'stopped and replaced under load', [...chaos('stopped under load'), ...chaos('rolling restart')]],
  ['F9', 'a backup restored on a clean machine', [...chaos('backup and restore'), ...chaos('move from PGlite')]],
].map(([id, description, tests]) => ({ id, description, tests }))
