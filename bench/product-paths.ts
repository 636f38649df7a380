import { categoryById } from '#shared/categories.ts'

/** The paths of up to 48 product pages of a running shop. */
export async function productPaths({ url }: { url: string }): Promise<string[]> {
  const response = await fetch(`${url}/api/product?pageSize=48`)
  const { data } = (await response.json()) as { data: { slugs: string; categoryId: number }[] }
  return data.map(({ slugs, categoryId }) => `/shop/${categoryById(categoryId)?.path}/${slugs}`)
}
