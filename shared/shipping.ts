/** The default fee of every order, in minor units. */
export const shipping = { npr: 100_00, usd: 40_00 } as const
