import * as z from 'zod/mini'
import { factsSchema } from '#modules/catalog/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { rawText } from '#shared/fields.ts'
import { stateSchema } from './states.ts'

export const certificateCodeSchema = rawText(60, 'Please enter the code of a certificate.')

const month = z.string().check(z.regex(/^\d{4}-\d{2}$/))

export const certificateSchema = namedObject('Certificate', {
  code: z.string(),
  state: stateSchema,
  stateSince: month.check(z.meta({ description: 'The month of the last change of the state, such as 2026-11' })),
  soldIn: month,
  productName: z.string(),
  attributeValue: z.nullable(z.string()),
  measure: z.nullable(z.string()).check(z.meta({ description: 'The dimensions of the variant' })),
  productImage: z.nullable(z.string()),
  facts: factsSchema,
})

export type Certificate = z.infer<typeof certificateSchema>

export const getCertificate = endpoint({
  method: 'get',
  path: '/certificates/{code}',
  audience: 'public',
  summary: 'Get the certificate of a sold unit, with its facts as they were when it was sold',
  description:
    'Letter case, spaces and hyphens in the code do not matter. A caller who sends many unknown codes has to wait.',
  errors: ['notFound', 'tooMany'],
  params: z.object({ code: certificateCodeSchema }),
  answer: certificateSchema,
})
