/** The API calls an owner `Admin`. */
export const roleNames = { Customer: 'Customer', Staff: 'Staff', Admin: 'Owner' } as const
