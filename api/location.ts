import * as z from 'zod/mini'
import { countryOf } from '#platform/geo.server.ts'
import { ShopError } from '#shared/errors.ts'
import { endpoint } from './endpoint.ts'

export const locationEndpoints = [
  endpoint({
    operationId: 'getLocation',
    method: 'get',
    path: '/location',
    audience: 'public',
    summary: 'Get the country of the caller; 404 if it is unknown',
    errors: ['notFound'],
    answer: z.object({ countryCode: z.string().check(z.length(2)) }).register(z.globalRegistry, { id: 'Location' }),
    handle: async (_, { caller }) => {
      const countryCode = await countryOf(caller)
      if (!countryCode) throw new ShopError('notFound', 'Your country is unknown.')
      return { countryCode }
    },
  }),
] as const
