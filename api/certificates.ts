import * as contract from '#modules/certificates/contract.ts'
import { readCertificate } from '#modules/certificates/service.server.ts'
import { implement } from './endpoint.ts'

export const certificateEndpoints = implement(contract, {
  getCertificate: {
    secret: true,
    handle: (shop, { origin, params: { code } }) => readCertificate(shop, origin, code),
  },
})
