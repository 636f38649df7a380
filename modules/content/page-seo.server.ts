import type { Db } from '#platform/db.server.ts'
import type { ShopVersion } from '#platform/version.server.ts'
import type { SeoTexts } from '#shared/seo.ts'
import { readPageSeo } from './repo.server.ts'
import type { SeoPage } from './seo-pages.ts'

/** The owner's texts for search engines by page, cached in this process until they change. */
export type PageSeo = { of(page: SeoPage): Promise<SeoTexts | null> }

export async function watchPageSeo(db: Db, version: ShopVersion): Promise<PageSeo> {
  let cached: ReturnType<typeof readPageSeo> | undefined
  const load = async () => {
    const reading = version.isListening() ? (cached ?? readPageSeo(db)) : readPageSeo(db)
    cached ??= reading
    try {
      return await reading
    } catch (error) {
      if (cached === reading) cached = undefined
      throw error
    }
  }
  version.onChange((change) => {
    if (change !== undefined && !change.endsWith(' settings')) return
    cached = undefined
    if (change !== undefined) load().catch(() => {})
  })
  await load()
  return { of: async (page) => (await load())[page] ?? null }
}
