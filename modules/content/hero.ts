/** The hero of the home page as it comes with the shop. */
export const defaultHero = {
  title: 'Elevated from the Himalayas',
  text: '',
  button: 'SHOP NOW',
  link: '/shop',
} as const
