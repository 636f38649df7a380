import { type Country, countries } from './countries.ts'
import { countryAliases } from './country-aliases.ts'

const likelyCodes = ['NP', 'IN', 'US', 'GB', 'DE', 'AU', 'CA', 'FR', 'NL', 'CH', 'JP', 'CN', 'SG', 'AE']

/** Removes case, accents and punctuation, so `U.S.A.`, `usa` and `USA ` are equal. */
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

/** A lower-case code may be the start of a name: `ne` means Nepal, `NE` means Niger. */
function hasCode({ code }: Entry, text: string, folded: string): boolean {
  if (code !== folded) return false
  const isUpperCase = text.trim() === code.toUpperCase()
  return isUpperCase || !entries.some((other) => other.isLikely && other.code !== code && other.name.startsWith(folded))
}

/** Finds a country by its name, an alias, its name in its own language or its ISO code. */
export function findCountry(text: string): Country | undefined {
  const folded = foldName(text)
  if (!folded) return undefined
  const found = entries.find((each) => isNamed(each, folded)) ?? entries.find((each) => hasCode(each, text, folded))
  return found?.country
}

const hasWordStartingWith = (name: string, folded: string) => ` ${name}`.includes(` ${folded}`)

/** Lower is better; undefined means no match. */
function rankOf(entry: Entry, folded: string): number | undefined {
  const { code, name, aliases, isLikely } = entry
  const matches = [
    isNamed(entry, folded),
    isLikely && code === folded,
    isLikely && name.startsWith(folded),
    code === folded,
    name.startsWith(folded),
    aliases.some((alias) => alias.startsWith(folded)),
    hasWordStartingWith(name, folded),
    aliases.some((alias) => hasWordStartingWith(alias, folded)),
  ]
  const rank = matches.indexOf(true)
  return rank === -1 ? undefined : rank
}

const sortPosition = ({ code }: Country) =>
  likelyCodes.includes(code) ? likelyCodes.indexOf(code) : likelyCodes.length

/** Likely countries first, then all others by name. */
const allCountries = countries.toSorted((a, b) => sortPosition(a) - sortPosition(b))

export const likelyCount = likelyCodes.length

/** Countries that match the text, best match first; all countries for an empty text. */
export function suggestCountries(text: string): readonly Country[] {
  const folded = foldName(text)
  if (!folded) return text.trim() ? [] : allCountries
  const found = findCountry(text)
  return entries
    .map((entry) => ({ country: entry.country, rank: entry.country === found ? -1 : rankOf(entry, folded) }))
    .filter((each): each is { country: Country; rank: number } => each.rank !== undefined)
    .sort((a, b) => a.rank - b.rank || sortPosition(a.country) - sortPosition(b.country))
    .map(({ country }) => country)
}
