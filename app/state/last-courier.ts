import { readStored, writeStored } from './storage.ts'

const key = 'last-courier'

/** The courier of the last shipment from this browser is the default of the next one. */
export const readLastCourier = (): string => readStored(key) ?? ''
export const storeLastCourier = (courierId: number) => writeStored(key, String(courierId))
