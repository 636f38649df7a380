const minNameLength = 2
const minEmailLength = 3
const minPhoneLength = 4
const minPhoneKeyLength = 3
const minInnerLength = 3
const phoneKeyLength = 10

/** What a text typed into a search of the back office can mean; the database searches for each of them. */
export type SearchText = {
  orderNumber?: string
  quoteNumber?: string
  /** The first digits of a phone number, without the country code of Nepal. */
  phone?: string
  /** The start of a name. */
  name?: string
  /** The start of an email address. */
  email?: string
  /** Searched inside names and emails when nothing starts with it. */
  inner?: string
}

export function parseSearchText(typed: string): SearchText {
  const text = typed.trim()
  const orderNumber = /^(?:alp[- ]?|#)(\d{1,15})$/i.exec(text)?.[1]
  if (orderNumber) return { orderNumber }
  const quoteNumber = /^q[- ]?(\d{1,15})$/i.exec(text)?.[1]
  if (quoteNumber) return { quoteNumber }
  if (/^\+?[\d ()./-]+$/.test(text) && /\d/.test(text)) return parseDigits(text)
  const length = [...text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')].length
  return {
    ...(length >= minNameLength && !text.includes('@') && { name: text }),
    ...(length >= minEmailLength && !/\s/.test(text) && { email: text }),
    ...(length >= minInnerLength && { inner: text }),
  }
}

function parseDigits(text: string): SearchText {
  const digits = text.replace(/\D/g, '')
  const isInternational = /^(?:\+|00)/.test(text)
  // Must match search_phone, except that the start of an international number has fewer digits.
  const countryCode = isInternational ? /^0*(977)?0*/ : /^0*(977(?=\d{8}))?0*/
  const phone = digits.replace(countryCode, '').slice(-phoneKeyLength)
  const isNumber = /^\d+$/.test(text) && digits.length < phoneKeyLength
  return {
    ...(isNumber && { orderNumber: digits, quoteNumber: digits }),
    ...(digits.length >= minPhoneLength && phone.length >= minPhoneKeyLength && { phone, inner: phone }),
  }
}
