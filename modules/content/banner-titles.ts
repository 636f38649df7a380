/** What the three banners of the home page say until the owner gives them other words. */
export const bannerTitles = [
  'How a stone leaves the mountain',
  'What is done to a stone, and why we say so',
  'From the cleft to the workbench',
] as const
