import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { readPictures, readSeedBlogs, readSeedProducts } from '#db/seed/seed-schema.ts'
import { pictureUrl } from '#modules/media/picture.ts'
import { projectRoot } from '#platform/root.server.ts'
import { plainPage } from './plain-page.ts'

const siteImagesFolder = 'app/assets/art'

/** All pictures of the demo shop with file names and alt texts. Mounted in development only. */
export function createContactSheet(): Hono {
  const contactSheet = new Hono()
  contactSheet.get('/', (c) => {
    const encodedPictures = readPictures()
    const tile = ({ file, alt }: { file: string; alt: string }) => {
      const picture = encodedPictures.get(file)
      const image = picture
        ? html`<img src="${pictureUrl(picture.hash, picture.widths[0] ?? 0, 'avif')}" alt="${alt}" width="${picture.width}" height="${picture.height}" loading="lazy">`
        : html`<p>not rendered yet</p>`
      return html`<figure>${image}<figcaption><b>${file}</b><br>${alt}</figcaption></figure>`
    }
    const products = readSeedProducts()
    const productSections = products.map(
      ({ name, pictures }) => html`<h2>${name}</h2><div class="sheet">${pictures.map(tile)}</div>`,
    )
    const blogPosts = html`<h2>Blog posts</h2><div class="sheet">${readSeedBlogs().map(({ picture }) => tile(picture))}</div>`
    const siteImageSection = html`<h2>Site images</h2><div class="sheet">${siteImages().map(siteImageTile)}</div>`
    return c.html(
      plainPage('Contact sheet', html`<h1>Contact sheet</h1>${siteImageSection}${productSections}${blogPosts}`),
    )
  })
  return contactSheet
}

/** Pages import these files; the development server serves them from the source folder. */
const siteImages = () => readdirSync(path.join(projectRoot, siteImagesFolder)).filter((file) => file.endsWith('.avif'))

const siteImageTile = (file: string) =>
  html`<figure><img src="/${siteImagesFolder}/${file}" alt="" loading="lazy"><figcaption><b>${path.parse(file).name}</b></figcaption></figure>`
