import { categoryById } from '#shared/categories.ts'

/** The addresses of up to 48 product pages of a running shop. */
export async function productPaths({ url }: { url: string }): Promise<string[]> {
  const answer = await fetch(`${url}/api/product?pageSize=48`)
  const { data } = (await answer.json()) as { data: { slugs: string; categoryId: number }[] }
  return data.map(({ slugs, categoryId }) => `/shop/${categoryById(categoryId)?.path}/${slugs}`)
}
