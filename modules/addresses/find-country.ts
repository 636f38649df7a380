import { type Country, countries } from './countries.ts'
import { countryAliases } from './country-aliases.ts'

const likelyCodes = ['NP', 'IN', 'US', 'GB', 'DE', 'AU', 'CA', 'FR', 'NL', 'CH', 'JP', 'CN', 'SG', 'AE']

/** Letters without case, accents and punctuation, so that `U.S.A.`, `usa` and `USA ` are one. */
function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f.'’ʻ]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

type Entry = { country: Country; code: string; name: string; aliases: string[]; isLikely: boolean }

const entries: readonly Entry[] = countries.map((country) => ({
  country,
  code: country.code.toLowerCase(),
  name: foldName(country.name),
  aliases: (countryAliases.get(country.code) ?? []).map(foldName),
  isLikely: likelyCodes.includes(country.code),
}))

const isNamed = ({ name, aliases }: Entry, folded: string) => name === folded || aliases.includes(folded)

/** A code in small letters may be the beginning of a name: `ne` is for Nepal, `NE` is Niger. */
function hasCode({ code }: Entry, typed: string, folded: string): boolean {
  if (code !== folded) return false
  const isWritten = typed.trim() === code.toUpperCase()
  return isWritten || !entries.some((other) => other.isLikely && other.code !== code && other.name.startsWith(folded))
}

/** The country of a name, an alias, a name in its own language or an ISO code. */
export function findCountry(typed: string): Country | undefined {
  const folded = foldName(typed)
  if (!folded) return undefined
  const found = entries.find((each) => isNamed(each, folded)) ?? entries.find((each) => hasCode(each, typed, folded))
  return found?.country
}

const wordBegins = (name: string, folded: string) => ` ${name}`.includes(` ${folded}`)

/** The smaller, the better it fits; nothing where it does not. */
function rankOf(entry: Entry, folded: string): number | undefined {
  const { code, name, aliases, isLikely } = entry
  const fits = [
    isNamed(entry, folded),
    isLikely && code === folded,
    isLikely && name.startsWith(folded),
    code === folded,
    name.startsWith(folded),
    aliases.some((alias) => alias.startsWith(folded)),
    wordBegins(name, folded),
    aliases.some((alias) => wordBegins(alias, folded)),
  ]
  const rank = fits.indexOf(true)
  return rank === -1 ? undefined : rank
}

const placeOf = ({ code }: Country) => (likelyCodes.includes(code) ? likelyCodes.indexOf(code) : likelyCodes.length)

/** The likely ones, then all others by name. */
const everyCountry = countries.toSorted((a, b) => placeOf(a) - placeOf(b))

export const likelyCount = likelyCodes.length

/** What somebody may mean who has typed so far, the best first; every country where nothing is typed. */
export function suggestCountries(typed: string): readonly Country[] {
  const folded = foldName(typed)
  if (!folded) return typed.trim() ? [] : everyCountry
  const found = findCountry(typed)
  return entries
    .map((entry) => ({ country: entry.country, rank: entry.country === found ? -1 : rankOf(entry, folded) }))
    .filter((each): each is { country: Country; rank: number } => each.rank !== undefined)
    .sort((a, b) => a.rank - b.rank || placeOf(a.country) - placeOf(b.country))
    .map(({ country }) => country)
}
