import { productPaths } from './product-paths.ts'
import type { Row } from './report.ts'
import type { Figure } from './stage.ts'

const mostStatements = 2

/** What one call asks of the database, the first time and again. */
export const statements: Figure = {
  name: 'statements per call',
  async take(stage) {
    const shop = await stage.shop(await stage.seeded())
    const slug = (await productPaths(shop))[0]?.split('/').at(-1)
    const calls = [
      ['product list', '/api/product?pageSize=12'],
      ['product detail', `/api/product/${slug}`],
      ['search', '/api/product/search?Name=quartz'],
      ['search, one typo', '/api/product/search?Name=aquamrine'],
    ] as const
    // A process asks once in its life which version of the catalogue there is (0059).
    await fetch(`${shop.url}/api/product?pageSize=1`)
    const rows: Row[] = []
    for (const [name, path] of calls) {
      const counts: number[] = []
      for (let turn = 0; turn < 3; turn++) {
        const before = await shop.metric('alpine_sql_statements_total')
        const answer = await fetch(shop.url + path)
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
        counts.push((await shop.metric('alpine_sql_statements_total')) - before)
      }
      const most = Math.max(...counts)
      rows.push({
        what: `SQL statements, ${name}`,
        measured: String(most),
        yardstick: '',
        figure: String(most),
        spread: counts.join(', '),
        budget: `≤ ${mostStatements}`,
        ok: most <= mostStatements,
        raw: counts,
      })
    }
    await shop.stop()
    return rows
  },
}
