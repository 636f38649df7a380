/** Default titles of the three banners on the home page. */
export const bannerTitles = [
  'How a stone leaves the mountain',
  'What is done to a stone, and why we say so',
  'From the cleft to the workbench',
] as const
