import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { readBlogStory, readPictures, readProductStory } from '#db/seed/seed-schema.ts'
import { pictureUrl } from '#modules/media/picture.ts'
import { projectRoot } from '#platform/root.server.ts'
import { plainPage } from './plain-page.ts'

const houseFolder = 'app/assets/art'

/** Every picture of the demo shop with its name and its words, for a quick look. Mounted in development only. */
export function createContactSheet(): Hono {
  const sheet = new Hono()
  sheet.get('/', (c) => {
    const made = readPictures()
    const tile = ({ file, alt }: { file: string; alt: string }) => {
      const picture = made.get(file)
      const image = picture
        ? html`<img src="${pictureUrl(picture.hash, picture.widths[0] ?? 0, 'avif')}" alt="${alt}" width="${picture.width}" height="${picture.height}" loading="lazy">`
        : html`<p>not made yet</p>`
      return html`<figure>${image}<figcaption><b>${file}</b><br>${alt}</figcaption></figure>`
    }
    const products = readProductStory()
    const shelf = products.map(
      ({ name, pictures }) => html`<h2>${name}</h2><div class="sheet">${pictures.map(tile)}</div>`,
    )
    const stories = html`<h2>Stories</h2><div class="sheet">${readBlogStory().map(({ picture }) => tile(picture))}</div>`
    const house = html`<h2>The house</h2><div class="sheet">${housePictures().map(houseTile)}</div>`
    return c.html(plainPage('Contact sheet', html`<h1>Contact sheet</h1>${house}${shelf}${stories}`))
  })
  return sheet
}

/** The pages import these themselves; the development server hands them out where they lie. */
const housePictures = () => readdirSync(path.join(projectRoot, houseFolder)).filter((file) => file.endsWith('.avif'))

const houseTile = (file: string) =>
  html`<figure><img src="/${houseFolder}/${file}" alt="" loading="lazy"><figcaption><b>${path.parse(file).name}</b></figcaption></figure>`
