/** The oldest browsers that the shop supports, which are Tailwind's; README.md states them too. */
export const browserFloor = { chrome: 111, edge: 111, firefox: 128, safari: 16.4, safari_ios: 16.4 }

/** The same for Vite, which calls Safari on a phone `ios`. */
export const buildTarget = Object.entries(browserFloor).map(
  ([browser, version]) => `${browser === 'safari_ios' ? 'ios' : browser}${version}`,
)

/** Used although newer than the floor, each with what makes it safe. */
const guarded = {
  'Promise.withResolvers': 'app/lib/polyfills.ts',
  'URL.canParse': 'app/lib/polyfills.ts',
  'AbortSignal.timeout': 'there at the floor; what came later is the name of its error',
  'document.startViewTransition': 'react-router asks for it first',
  'window.open': 'there at the floor; the data says nothing of Safari on a phone',
  'window.requestIdleCallback': 'app/lib/on-idle.ts asks for it first',
  'window.cancelIdleCallback': 'app/lib/on-idle.ts asks for requestIdleCallback first',
  'navigator.connection': 'react and react-router ask for it first',
  toArray: 'Children.toArray of React, not that of iterators',
  '@starting-style': 'only animates: without it a panel is there at once',
  ':details-content': 'only animates',
  'interpolate-size': 'only animates',
  'content-visibility': 'only saves rendering',
  'contain-intrinsic-block-size': 'only saves rendering',
  'field-sizing': 'without it a field keeps its first size',
  'text-wrap': 'only balances lines',
  'overscroll-behavior': 'only keeps the page below a panel still',
  'scrollbar-width': 'only looks',
  resize: 'only lets a field be dragged larger',
  'mask-image': 'the prefixed form stands beside it',
  'user-select': 'the prefixed form stands beside it',
  ':marker': 'only looks',
  ':selection': 'only looks',
  '@page': 'only margins of printed pages',
}

/** Members of these are told by their own name alone, since code calls them on any value. */
const valueOwners = ['Array', 'TypedArray', 'String', 'Set', 'Map', 'Iterator', 'ArrayBuffer', 'RegExp']
/** The one object of each of these, as code names it. */
const instances = { Window: 'window', Document: 'document', Navigator: 'navigator' }

/** What built JavaScript uses that browsers at the floor lack. `features` is the data of the package web-features. */
export function scriptAboveFloor(code, features) {
  const used = [
    ...Array.from(code.matchAll(/\b(\w+)\??\.(\w+)\b/g), ([, owner, member]) => `${owner}.${member}`),
    ...Array.from(code.matchAll(/\.(\w+)\(/g), ([, member]) => member),
    ...Array.from(code.matchAll(/\bnew (\w+)\b/g), ([, owner]) => `new ${owner}`),
  ]
  return aboveFloor(used, features, scriptNames)
}

/** The same for built CSS: at-rules, selectors and properties. */
export function styleAboveFloor(code, features) {
  const used = [
    ...Array.from(code.matchAll(/@[a-z-]+/g), ([name]) => name),
    ...Array.from(code.matchAll(/::?([a-z-]+)(?=[^;{}]*\{)/g), ([, name]) => `:${name}`),
    ...Array.from(code.matchAll(/[{;]([a-z-]+):/g), ([, name]) => name),
  ]
  return aboveFloor(used, features, styleNames)
}

/** Of the names used, those that stand for something newer than the floor and for nothing older. */
function aboveFloor(used, features, namesOf) {
  const { newer, old } = agesOf(features, namesOf)
  return [...new Set(used)].filter((name) => newer.has(name) && !old.has(name) && !(name in guarded)).sort()
}

/** Thousands of names, the same for every file: kept for each list of features, and in it for each `namesOf`. */
const ages = new WeakMap()

function agesOf(features, namesOf) {
  const known = ages.get(features) ?? new Map()
  ages.set(features, known)
  if (!known.has(namesOf)) known.set(namesOf, sortByAge(features, namesOf))
  return known.get(namesOf)
}

function sortByAge(features, namesOf) {
  const newer = new Set()
  const old = new Set()
  for (const { status } of Object.values(features)) {
    for (const [key, { support }] of Object.entries(status?.by_compat_key ?? {})) {
      for (const name of namesOf(key.split('.'))) (isAtFloor(support) ? old : newer).add(name)
    }
  }
  return { newer, old }
}

function styleNames([area, kind, name, ...more]) {
  if (area !== 'css' || !name || more.length > 0) return []
  return { 'at-rules': [`@${name}`], selectors: [`:${name}`], properties: [name] }[kind] ?? []
}

/** How code names what `javascript.builtins.Promise.withResolvers` or `api.URL.canParse_static` stands for. */
function scriptNames([area, ...way]) {
  const isBuiltin = area === 'javascript' && way.shift() === 'builtins'
  const [owner, member, ...more] = way
  if (more.length > 0 || (!isBuiltin && area !== 'api')) return []
  if (!member || member === owner) return [`new ${owner}`]
  const name = member.replace(/_static$/, '')
  const places = [`${owner}.${name}`, ...(owner in instances ? [`${instances[owner]}.${name}`] : [])]
  return isBuiltin && valueOwners.includes(owner) ? [...places, name] : places
}

function isAtFloor(support) {
  return Object.entries(browserFloor).every(
    ([browser, version]) => Number.parseFloat(String(support[browser]).replace('≤', '')) <= version,
  )
}
