/*
 * Every check of the shop's safety and what proves it. A proof is `file: part of a test's whole name`; under `chaos` it is
 * the name of a scenario, under `npm` a command. What is listed and not found when it is run counts as failed.
 */
const on = (file, ...titles) => titles.map((title) => ({ file, title }))
const onPglite = (file, ...titles) => on(file, ...titles).map((proof) => ({ ...proof, project: 'pglite' }))
const chaos = (title) => [{ file: 'chaos', title }]

export const checks = [
  ['A1', 'a token after logout is 401', on('api/sessions.test.ts', 'is over at once after logout')],
  ['A2', 'all old tokens after a reset are 401', on('api/recovery.test.ts', 'old sessions end')],
  [
    'A3',
    'idle and absolute expiry',
    on('api/sessions.test.ts', 'whose created_at is 30 days', 'whose used_at is 7 days'),
  ],
  [
    'A4',
    'tokens of 256 bits, stored as hashes',
    on('api/sessions.test.ts', 'gives a token of 256 bits', 'stores the hash'),
  ],
  [
    'A5',
    'a reset token used twice, old, or another’s',
    on('api/recovery.test.ts', 'takes a token once', 'refuses an old token'),
  ],
  ['A6', 'no token in an answer or a log', on('api/authentication.test.ts', 'no password, token or address is found')],
  ['A7', 'confirming and resetting cannot be swapped', on('api/recovery.test.ts', 'and one for confirming')],
  ['A8', 'a Host header never reaches a mail', on('api/recovery.test.ts', 'never lets the caller choose where')],
  [
    'A9',
    'OpenID: state, nonce, audience, issuer, replay',
    on('api/openid.test.ts', 'or with another state', 'when it is replayed', 'not for this request'),
  ],
  ['A10', 'an unverified email joins no account', on('api/openid-joining.test.ts', 'needs an email that the provider')],
  ['A11', 'no token in an address', on('api/openid.test.ts', 'and none in an address')],
  ['A13', 'long passwords, spaces, emoji', on('api/authentication.test.ts', 'takes a password with')],
  [
    'Z1',
    'somebody else’s, by every verb',
    [
      ...on('api/addresses.test.ts', 'equals a missing one'),
      ...on('api/cart.test.ts', 'is nobody else’s'),
      ...on('api/wishlist.test.ts', 'is nobody else’s'),
      ...on('api/order-history.test.ts', 'are nobody else’s'),
      ...on('api/userdetails.test.ts', 'somebody else’s account'),
    ],
  ],
  ['Z2', 'an order to another’s address', on('api/orders.test.ts', 'to somebody else’s address')],
  [
    'Z4',
    'the office as visitor or customer, every call',
    [...on('api/admin.test.ts', '(Z4)'), ...on('tests/architecture/access.test.ts', 'names every call of the API')],
  ],
  [
    'Z5',
    'role, price, owner in a body change nothing',
    [
      ...on('api/authentication.test.ts', 'ignores what a client may not say'),
      ...on('api/userdetails.test.ts', 'cannot be used to become'),
    ],
  ],
  ['Z7', 'a demoted admin is out at once', on('api/admin.test.ts', '(Z7)')],
  ['M1', 'prices and totals of a client are ignored', on('api/orders.test.ts', 'the order takes today’s price')],
  ['M2', 'odd quantities are 400', on('api/cart.test.ts', 'as a quantity')],
  ['M3', 'many buyers, one unit', on('api/orders-at-once.test.ts', 'of many buyers of the last piece one gets it')],
  ['M5', 'one key fifty times', on('api/orders-at-once.test.ts', 'one key sent fifty times')],
  ['M6', 'one key, two bodies', on('api/orders-at-once.test.ts', 'one key with two bodies')],
  ['M7', 'double click, two tabs', on('api/orders-at-once.test.ts', 'a double click without a key')],
  [
    'M8',
    'price or stock changed meanwhile',
    on('api/orders.test.ts', 'the order takes today’s price', 'what is short'),
  ],
  [
    'M9',
    'cancelled twice, cancelled against shipped',
    [
      ...on('api/orders-at-once.test.ts', 'an order cancelled ten times'),
      ...on('api/admin-orders.test.ts', 'two at once (M9)'),
    ],
  ],
  ['M10', 'bags in opposite order', on('api/orders-at-once.test.ts', 'in opposite order')],
  ['M11', 'random sequences against a model', on('api/orders-model.test.ts', '')],
  [
    'I1',
    'SQL everywhere',
    [
      ...on('api/search.test.ts', 'drop table'),
      ...on('api/fuzz.test.ts', 'never fails'),
      ...on('api/hostile-values.test.ts', ''),
    ],
  ],
  [
    'I2',
    'script in what people write is inert',
    [
      ...on('api/enquiries.test.ts', 'script in a message is inert'),
      ...on('api/admin-orders.test.ts', '(I2)'),
      ...on('api/quotes.test.ts', 'with script inert'),
    ],
  ],
  ['I3', '</script> and U+2028 in a page', on('tests/e2e/content-security-policy.spec.ts', 'stays text')],
  ['I4', '__proto__, constructor', on('api/fuzz.test.ts', 'never fails', 'nobody became an owner')],
  [
    'I5',
    'large and deep bodies at once refused',
    [...on('server/app.test.ts', 'of over a megabyte'), ...on('api/enquiries.test.ts', 'broken JSON')],
  ],
  ['I7', 'line breaks in a mail’s fields', on('modules/email/email.test.ts', 'a line break in the address')],
  ['I9', 'formulas in an export', on('api/admin-csv.test.ts', 'with formulas made harmless')],
  [
    'E1',
    'known and unknown: the same answer',
    [
      ...on('api/authentication.test.ts', 'answers the same, after the same work'),
      ...on('api/recovery.test.ts', 'answers the same, after the same statements'),
    ],
  ],
  ['E2', '… in the same time', [{ file: 'npm', title: 'run bench -- timing' }]],
  [
    'E3',
    'wrong passwords in a row',
    on(
      'api/wrong-passwords.test.ts',
      'shut the account for a while',
      'are counted for the account by whatever names',
      'shut the address that they come from',
    ),
  ],
  ['E5', 'a hundred messages in a row', on('api/enquiries.test.ts', 'a hundred messages in a row')],
  [
    'W1',
    'a policy on every page, errors too',
    [...on('server/app.test.ts', 'every answer is guarded'), ...on('tests/e2e/public-pages.spec.ts', 'no other host')],
  ],
  [
    'W2',
    'HSTS, nosniff, referrer, opener, permissions',
    on('server/app.test.ts', 'every answer is guarded', 'asks for https for good'),
  ],
  ['W3', 'no open redirect after login', on('app/lib/return-to.test.ts', '')],
  [
    'W4',
    'nothing personal in public pages',
    [
      ...on('server/pages.test.ts', 'a page that is not the same for everyone'),
      ...on('api/userdetails.test.ts', 'is kept by no browser'),
    ],
  ],
  [
    'W6',
    'no CORS; forms are 415',
    [...on('tests/http/headers.spec.ts', 'no other site may read'), ...on('api/enquiries.test.ts', 'what is not JSON')],
  ],
  [
    'U1',
    'uploads: SVG, polyglots, huge pictures',
    [
      ...on('api/admin-pictures.test.ts', 'encoded anew', 'a polyglot', 'refused:', 'more than 20 MB'),
      ...on('modules/media/media.test.ts', 'what is not a picture is refused'),
    ],
  ],
  [
    'S1',
    'no secret in logs, no stack in answers',
    [
      ...on('platform/log.test.ts', 'what nobody but its owner may read'),
      ...on('server/app.test.ts', 'tells the visitor nothing of itself'),
    ],
  ],
  [
    'S2',
    'production refuses missing or default secrets',
    [
      ...on('platform/env.test.ts', 'does not open without', 'in the name of the demo'),
      ...on('tests/http/headers.spec.ts', 'holds no secret'),
    ],
  ],
  ['S3', 'nothing high or critical in what ships', [{ file: 'npm', title: 'audit --omit=dev --audit-level=high' }]],
  ['H1', 'patterns of linear time', on('tests/architecture/patterns.test.ts', '')],
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
  ['H5', 'all attacks beside shoppers', chaos('hostile caller')],
  [
    'H6',
    'forwarding headers, operator pages',
    [...on('server/caller.test.ts', ''), ...on('server/local-only.test.ts', '')],
  ],
  ['H7', 'an owner signs in while strangers guess', on('api/wrong-passwords.test.ts', 'its owner signs in')],
  [
    'H8',
    'limits of every email, no stranger’s words',
    [...on('tests/architecture/mail-limits.test.ts', ''), ...on('api/unconfirmed-mails.test.ts', '')],
  ],
  ['H9', 'at most 20 sessions', on('api/sessions.test.ts', 'are 20 at most')],
  ['H10', 'an unproven password ends at joining', on('api/openid-joining.test.ts', 'whose password is older')],
  ['H11', 'one process per data folder', onPglite('platform/folder-claim.test.ts', '')],
  ['H12', 'only scripts that we wrote', on('app/render-document.test.tsx', '')],
  ['L1', 'mixed load', chaos('mixed load')],
  ['L2', 'a flood of logins', chaos('flood of logins')],
  ['L3', 'three times capacity', chaos('three times capacity')],
  ['F1', 'kill -9 in the middle of orders', [...on('server/killed.test.ts', 'in the middle of orders')]],
  ['F2', 'PostgreSQL restarted', chaos('database restart')],
  ['F3', 'the primary of a cluster dies', chaos('failover')],
  ['F4', 'a slow database', chaos('slow database')],
  ['F5', 'SMTP down or slow', chaos('mail server away')],
  ['F6', 'disk full', chaos('disk full')],
  ['F8', 'stopped and replaced under load', [...chaos('stopped under load'), ...chaos('rolling restart')]],
  ['F9', 'a backup restored on a clean machine', [...chaos('backup and restore'), ...chaos('move from PGlite')]],
].map(([id, what, proofs]) => ({ id, what, proofs }))
