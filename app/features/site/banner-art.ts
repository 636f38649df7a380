import large1 from '#app/assets/art/banner-1-large.avif'
import large1Webp from '#app/assets/art/banner-1-large.webp'
import small1 from '#app/assets/art/banner-1-small.avif'
import small1Webp from '#app/assets/art/banner-1-small.webp'
import large2 from '#app/assets/art/banner-2-large.avif'
import large2Webp from '#app/assets/art/banner-2-large.webp'
import small2 from '#app/assets/art/banner-2-small.avif'
import small2Webp from '#app/assets/art/banner-2-small.webp'
import large3 from '#app/assets/art/banner-3-large.avif'
import large3Webp from '#app/assets/art/banner-3-large.webp'
import small3 from '#app/assets/art/banner-3-small.avif'
import small3Webp from '#app/assets/art/banner-3-small.webp'

/** The default pictures of the banners on the home page. */
export const bannerArt = [
  { large: { avif: large1, webp: large1Webp }, small: { avif: small1, webp: small1Webp } },
  { large: { avif: large2, webp: large2Webp }, small: { avif: small2, webp: small2Webp } },
  { large: { avif: large3, webp: large3Webp }, small: { avif: small3, webp: small3Webp } },
]
