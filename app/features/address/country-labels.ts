import { findCountry } from '#modules/addresses/find-country.ts'

const stateLabels: Record<string, string> = {
  AE: 'Emirate',
  AR: 'Province',
  AU: 'State or territory',
  BE: 'Province',
  BR: 'State',
  CA: 'Province or territory',
  CH: 'Canton',
  CN: 'Province',
  DE: 'State',
  ES: 'Province',
  FR: 'Region',
  GB: 'County',
  IE: 'County',
  IN: 'State or union territory',
  IT: 'Province',
  JP: 'Prefecture',
  KR: 'Province',
  MX: 'State',
  MY: 'State',
  NL: 'Province',
  NP: 'Province',
  NZ: 'Region',
  PK: 'Province',
  SE: 'County',
  TH: 'Province',
  US: 'State',
}

const postalLabels: Record<string, string> = { GB: 'Postcode', IE: 'Eircode', IN: 'PIN code', US: 'ZIP code' }

/** Field labels and dial code of a country. */
export function addressLabels(typed: string): { state: string; postal: string; dial: string; isNepal: boolean } {
  const country = findCountry(typed)
  const code = country?.code ?? ''
  return {
    state: stateLabels[code] ?? 'State or region',
    postal: postalLabels[code] ?? 'Postal code',
    dial: country ? `+${country.dial} ` : '',
    isNepal: code === 'NP',
  }
}
