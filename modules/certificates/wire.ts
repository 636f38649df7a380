import { emptyFact, mapFacts, type ProductFacts } from '#modules/catalog/facts.ts'
import type { Certificate } from './contract.ts'
import type { StoredCertificate } from './repo.server.ts'

export function certificateOnWire({ variantValue, imageUrl, facts, ...certificate }: StoredCertificate): Certificate {
  return {
    ...certificate,
    attributeValue: variantValue,
    productImage: imageUrl,
    facts: mapFacts((fact) => facts[fact.name] ?? emptyFact(fact)) as ProductFacts,
  }
}
