import { href, Link } from 'react-router'
import { curatedLists, isCuratedList } from '#modules/catalog/curated-lists.ts'
import { tagKey } from '#shared/slugs.ts'

/** The lists of the shop in which the product is. They are edited on a page of their own. */
export function ListHint({ listTags }: { listTags: readonly string[] }) {
  const titles = listTags.map(tagKey).flatMap((key) => (isCuratedList(key) ? curatedLists[key].title : []))
  return (
    <p className="t-note m-0 mb-3">
      {titles.length > 0
        ? `In the list${titles.length > 1 ? 's' : ''} ${titles.join(', ')}.`
        : 'In no list of the shop.'}{' '}
      <Link className="text-link inline-flex min-h-target items-center" to={href('/admin/lists')}>
        Edit lists
      </Link>
    </p>
  )
}
