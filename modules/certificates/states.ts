import * as z from 'zod/mini'

/** Withdrawn: the order was canceled, or the unit was taken out of it. */
export const certificateStates = ['valid', 'returned', 'replaced', 'withdrawn'] as const
export type CertificateState = (typeof certificateStates)[number]

export const stateSchema = z.enum(certificateStates)

/** The certificate that is current for one unit of an order line. */
export type OrderCertificate = { code: string; position: number; unit: number; state: CertificateState }
