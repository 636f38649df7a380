/** Said to the script that started the page, once it answers to its visitor. */
export const onHydrated = 'cametolife'
