/** Dispatched on `window` after hydration, for the script in `deferred-scripts.server.ts`. */
export const hydratedEvent = 'alpine:hydrated'
