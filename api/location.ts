import { z } from 'zod'
import { countryOf } from '#platform/geo.server.ts'
import { ShopError } from '#shared/errors.ts'
import { endpoint } from './endpoint.ts'

export const locationEndpoints = [
  endpoint({
    method: 'get',
    path: '/location',
    audience: 'public',
    summary: 'The country of the caller; 404 where it cannot be told',
    answer: z.object({ countryCode: z.string().length(2) }).meta({ id: 'Location' }),
    handle: async (_, { caller }) => {
      const countryCode = await countryOf(caller)
      if (!countryCode) throw new ShopError('notFound', 'We could not tell where you are.')
      return { countryCode }
    },
  }),
]
