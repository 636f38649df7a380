/** The oldest supported browsers, the same as Tailwind's. README.md lists them too. */
export const oldestBrowsers = { chrome: 111, edge: 111, firefox: 128, safari: 16.4, safari_ios: 16.4 }

/** The same for Vite, which calls iOS Safari `ios`. */
export const buildTarget = Object.entries(oldestBrowsers).map(
  ([browser, version]) => `${browser === 'safari_ios' ? 'ios' : browser}${version}`,
)

/** Newer features that may be used, each with the reason why it is safe. */
const allowedFeatures = {
  'Promise.withResolvers': 'app/lib/polyfills.ts',
  'URL.canParse': 'app/lib/polyfills.ts',
  'AbortSignal.timeout': 'supported; only the name of its error is newer',
  'document.startViewTransition': 'react-router checks that it exists',
  'window.open': 'supported; the data has no entry for iOS Safari',
  'window.devicePixelRatio': 'supported; the data notes that Safari leaves out the zoom: see docs/decisions/0034',
  'navigator.connection': 'react and react-router check that it exists',
  'window.requestIdleCallback': 'app/lib/on-idle.ts checks that it exists',
  'Notification.permission': 'app/features/admin/device.ts checks that it exists',
  'Notification.requestPermission': 'app/features/admin/device.ts checks that it exists',
  toArray: 'Children.toArray of React, not Iterator.toArray',
  '@starting-style': 'only animates; without it a panel opens at once',
  ':details-content': 'only animates',
  'interpolate-size': 'only animates',
  'content-visibility': 'only saves rendering',
  'contain-intrinsic-block-size': 'only saves rendering',
  'field-sizing': 'without it a field keeps its initial size',
  'text-wrap': 'only balances lines',
  'overscroll-behavior': 'only prevents scrolling of the page behind a panel',
  'scrollbar-width': 'only appearance',
  resize: 'only lets a field be dragged larger',
  'mask-image': 'the prefixed form is set too',
  'user-select': 'the prefixed form is set too',
  'accent-color': 'only appearance',
  ':marker': 'only appearance',
  ':selection': 'only appearance',
  '@page': 'only margins of printed pages',
}

/** Members of these types are matched by name alone, because code calls them on any value. */
const valueOwners = ['Array', 'TypedArray', 'String', 'Set', 'Map', 'Iterator', 'ArrayBuffer', 'RegExp']
/** The global instance of each of these types. */
const instances = { Window: 'window', Document: 'document', Navigator: 'navigator' }

/** Features in built JavaScript that the oldest browsers lack. `features` comes from the package web-features. */
export function unsupportedScriptFeatures(code, features) {
  const used = [
    ...Array.from(code.matchAll(/\b(\w+)\??\.(\w+)\b/g), ([, owner, member]) => `${owner}.${member}`),
    ...Array.from(code.matchAll(/\.(\w+)\(/g), ([, member]) => member),
    ...Array.from(code.matchAll(/\bnew (\w+)\b/g), ([, owner]) => `new ${owner}`),
  ]
  return unsupported(used, features, scriptNames)
}

/** The same for built CSS: at-rules, selectors and properties. */
export function unsupportedStyleFeatures(code, features) {
  const used = [
    ...Array.from(code.matchAll(/@[a-z-]+/g), ([name]) => name),
    ...Array.from(code.matchAll(/::?([a-z-]+)(?=[^;{}]*\{)/g), ([, name]) => `:${name}`),
    ...Array.from(code.matchAll(/[{;]([a-z-]+):/g), ([, name]) => name),
  ]
  return unsupported(used, features, styleNames)
}

/** A name counts as unsupported only if every feature with that name is too new. */
function unsupported(used, features, namesOf) {
  const { tooNew, supported } = namesBySupport(features, namesOf)
  return [...new Set(used)]
    .filter((name) => tooNew.has(name) && !supported.has(name) && !(name in allowedFeatures))
    .sort()
}

/** There are thousands of names, so the result is cached for each list of features and `namesOf`. */
const cache = new WeakMap()

function namesBySupport(features, namesOf) {
  const cached = cache.get(features) ?? new Map()
  cache.set(features, cached)
  if (!cached.has(namesOf)) cached.set(namesOf, sortNames(features, namesOf))
  return cached.get(namesOf)
}

function sortNames(features, namesOf) {
  const tooNew = new Set()
  const supported = new Set()
  for (const { status } of Object.values(features)) {
    for (const [key, { support }] of Object.entries(status?.by_compat_key ?? {})) {
      for (const name of namesOf(key.split('.'))) (isSupported(support) ? supported : tooNew).add(name)
    }
  }
  return { tooNew, supported }
}

function styleNames([area, kind, name, ...more]) {
  if (area !== 'css' || !name || more.length > 0) return []
  return { 'at-rules': [`@${name}`], selectors: [`:${name}`], properties: [name] }[kind] ?? []
}

/** The names in code of keys such as `javascript.builtins.Promise.withResolvers` or `api.URL.canParse_static`. */
function scriptNames([area, ...keys]) {
  const isBuiltin = area === 'javascript' && keys.shift() === 'builtins'
  const [owner, member, ...more] = keys
  if (more.length > 0 || (!isBuiltin && area !== 'api')) return []
  if (!member || member === owner) return [`new ${owner}`]
  const name = member.replace(/_static$/, '')
  const names = [`${owner}.${name}`, ...(owner in instances ? [`${instances[owner]}.${name}`] : [])]
  return isBuiltin && valueOwners.includes(owner) ? [...names, name] : names
}

function isSupported(support) {
  return Object.entries(oldestBrowsers).every(
    ([browser, version]) => Number.parseFloat(String(support[browser]).replace('≤', '')) <= version,
  )
}
