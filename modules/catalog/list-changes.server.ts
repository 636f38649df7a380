import { chunkLength, chunkReserve, type ListChanges, type ListQuery, sortsIdsUpwards } from './list-repo.server.ts'

/** The start of a list, and the length of the whole list. */
export type ListStart = { total: number; ids: Int32Array; keys?: StartKeys | null | undefined }
/** The sort keys of the ids, and how the search was read. Only long lists have them. */
type StartKeys = { columns: Float64Array[]; reading: string | null }

/** The list after these changes, or undefined if it must be read again. */
export function applyChanges(query: ListQuery, list: ListStart, changes: ListChanges): ListStart | undefined {
  const { ids, keys } = list
  if (!keys || !changes.changed) return undefined
  if (changes.changed.length === 0) return list
  const { changed, removed, added } = changes
  const length = ids.length + added.length
  const withAdded = <Values extends Int32Array | Float64Array>(values: Values, all: Values, column: number) => {
    all.set(values)
    for (const [index, row] of added.entries()) all[ids.length + index] = row[column] ?? 0
    return all
  }
  const allIds = withAdded(ids, new Int32Array(length), 0)
  const columns = keys.columns.map((column, index) => withAdded(column, new Float64Array(length), index + 1))
  const isBefore = comparison(allIds, columns, sortsIdsUpwards(query))
  const places = placesOf(ids, new Set(changed))
  const lastUnchanged = places.at(-1) ?? -1
  for (let place = ids.length; place < length; place++)
    places.splice(
      placeIn(places, (other) => isBefore(other, place)),
      0,
      place,
    )
  // Of a list that goes on, nothing is known after its last unchanged product.
  const isWhole = ids.length === list.total
  const end = isWhole ? places.length : places.lastIndexOf(lastUnchanged) + 1
  const start = places.slice(0, Math.min(end, chunkLength + chunkReserve))
  const total = list.total - removed + added.length
  if (total === 0 || start.length < Math.min(total, chunkLength)) return undefined
  return {
    total,
    ids: pick(allIds, start, new Int32Array(start.length)),
    keys: { ...keys, columns: columns.map((column) => pick(column, start, new Float64Array(start.length))) },
  }
}

function placesOf(ids: Int32Array, changed: Set<number>): number[] {
  const places: number[] = []
  for (let place = 0; place < ids.length; place++) if (!changed.has(ids[place] ?? 0)) places.push(place)
  return places
}

/** By the sort keys, then by the id. */
const comparison = (ids: Int32Array, columns: Float64Array[], idsUpwards: boolean) => (a: number, b: number) => {
  for (const column of columns) {
    const [left = 0, right = 0] = [column[a], column[b]]
    if (left !== right) return left < right
  }
  return idsUpwards === (ids[a] ?? 0) < (ids[b] ?? 0)
}

/** Where the sorted places stop to be before the new one. */
function placeIn(places: number[], isBefore: (place: number) => boolean): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(places[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

function pick<Values extends Int32Array | Float64Array>(values: Values, places: number[], picked: Values): Values {
  for (let at = 0; at < places.length; at++) picked[at] = values[places[at] ?? 0] ?? 0
  return picked
}
