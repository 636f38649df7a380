import { productPaths } from './product-paths.ts'
import type { Row } from './report.ts'
import type { Benchmark } from './run-context.ts'

const maxStatements = 2

/** SQL statements of one call, the first time and repeated. */
export const statements: Benchmark = {
  name: 'statements per call',
  async run(context) {
    const shop = await context.shop(await context.seeded())
    const slug = (await productPaths(shop))[0]?.split('/').at(-1)
    const calls = [
      ['product list', '/api/product?pageSize=12'],
      ['product detail', `/api/product/${slug}`],
      ['search', '/api/product/search?Name=quartz'],
      ['search, one typo', '/api/product/search?Name=aquamrine'],
    ] as const
    // The first call of a process also reads the shop version (0007).
    await fetch(`${shop.url}/api/product?pageSize=1`)
    const rows: Row[] = []
    for (const [name, path] of calls) {
      const counts: number[] = []
      for (let round = 0; round < 3; round++) {
        const before = await shop.metric('alpine_sql_statements_total')
        const response = await fetch(shop.url + path)
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`${path} answered ${response.status}`)
        counts.push((await shop.metric('alpine_sql_statements_total')) - before)
      }
      const highest = Math.max(...counts)
      rows.push({
        name: `SQL statements, ${name}`,
        measured: String(highest),
        baseline: '',
        value: String(highest),
        spread: counts.join(', '),
        budget: `≤ ${maxStatements}`,
        ok: highest <= maxStatements,
        raw: counts,
      })
    }
    await shop.stop()
    return rows
  },
}
