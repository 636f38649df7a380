/** A UUID. Separate from `ids.ts`, which needs Node. */
export const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
