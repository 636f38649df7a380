import type { CsvRecord } from '#shared/csv.ts'
import { type CsvProduct, csvColumns, csvProductSchema, type ImportReport } from './csv-columns.ts'
import {
  auditChangesOf,
  columnOf,
  lineOf,
  searchTextOf,
  stockKeyOf,
  toCsvColumns,
  toCsvProduct,
  withStock,
} from './csv-product.server.ts'
import type { StagedRow, StoredCsvProduct } from './csv-repo.server.ts'

export type ImportProblem = ImportReport['problems'][number]
type Column = (typeof csvColumns)[number]

/** The columns of a file in their order, or what is wrong with its first line. */
export function readHeader({ line, cells }: CsvRecord): Column[] | ImportProblem {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const columns = names.map((name) => csvColumns.find((column) => column.name === name))
  const unknown = names.find((_, index) => !columns[index])
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (!names.includes('slug'))
    return { line, column: 'slug', message: 'The first line must contain the column names, including “slug”.' }
  if (unknown !== undefined)
    return { line, column: unknown, message: 'There is no such column. Export the products to see all columns.' }
  if (duplicate !== undefined) return { line, column: duplicate, message: 'This column occurs twice.' }
  return columns as Column[]
}

/** `columns` is null if the line changes nothing. */
export type EvaluatedLine = Pick<StagedRow, 'outcome' | 'stockChanged' | 'columns' | 'textChanged' | 'changes'> & {
  problem?: ImportProblem
  products?: { before: CsvProduct | undefined; after: CsvProduct }
}

const invalidLine = (line: number, column: string | null, message: string): EvaluatedLine => ({
  ...noChange,
  outcome: 'wrong',
  problem: { line, column, message },
})

/** A line with the former URL of a product would otherwise add the product again. */
export const formerSlugLine = (line: number, currentSlug: string): EvaluatedLine =>
  invalidLine(line, 'slug', `This slug now leads to “${currentSlug}”. Use that slug, or choose another.`)

const noChange = { stockChanged: false, columns: null, textChanged: false, changes: null }

export function evaluateLine(
  columns: Column[],
  { line, cells }: Pick<StagedRow, 'line' | 'cells'>,
  stored: StoredCsvProduct | undefined,
): EvaluatedLine {
  const invalid = (column: string | null, message: string) => invalidLine(line, column, message)
  const before = stored && toCsvProduct(stored)
  const draft: Record<string, unknown> = before ? { ...before } : { description: '', stock: 0 }
  if (cells.length > columns.length) return invalid(null, 'This line has more cells than the first line.')
  // In the order of our columns, because the prices of variants refer to the variants.
  for (const { name, parse } of csvColumns) {
    const index = columns.findIndex((column) => column.name === name)
    const message = index < 0 ? undefined : parse((cells[index] ?? '').trim(), draft)
    if (message) return invalid(name, message)
  }
  const parsed = csvProductSchema.safeParse(draft)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return invalid(columnOf(issue?.path), issue?.message ?? 'This line is not valid.')
  }
  const after = withStock(parsed.data)
  if (before && lineOf(after) === lineOf(before)) return { ...noChange, outcome: 'same' }
  return {
    outcome: before ? 'changed' : 'added',
    stockChanged: before !== undefined && stockKeyOf(after) !== stockKeyOf(before),
    columns: toCsvColumns(parsed.data),
    textChanged: before === undefined || searchTextOf(after) !== searchTextOf(before),
    changes: auditChangesOf(before, after),
    products: { before, after },
  }
}
