/** Dispatched on `window` after hydration, for the script in `ui/deferred-scripts.tsx`. */
export const hydratedEvent = 'alpine:hydrated'
