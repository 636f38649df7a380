/** The form of a UUID. In a file of its own, since `ids.ts` needs Node. */
export const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
