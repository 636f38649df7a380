import { globSync } from 'node:fs'
import path from 'node:path'
import { getLibFiles, ts } from '@ts-morph/common'
import { projectRoot } from '#platform/root.server.ts'

type Kind = 'number' | 'string' | 'boolean' | 'json'
/** The columns of an asserted row type; `isOpen` if it has an index signature. */
export type RowType = { columns: Map<string, Kind[]>; isOpen: boolean }
/** A call of `readRows` or `statement`; a statement is identified by its name. */
export type RawSite = { file: string; firstLine: number; lastLine: number; name: RegExp | undefined; row: RowType }
export type RepoFunction = { file: string; name: string; sampleArguments: (db: object) => unknown[] }

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.full.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
}

/** Reads the types of all repos. TypeScript 7 has no API for this, so it takes the one of the previous version. */
export function readRepos(): { sites: RawSite[]; functions: RepoFunction[] } {
  const program = ts.createProgram(
    globSync('modules/**/*repo.server.ts', { cwd: projectRoot }).map((file) => path.join(projectRoot, file)),
    options,
    hostWithLibraries(),
  )
  const checker = program.getTypeChecker()
  const repos = program.getSourceFiles().filter(({ fileName }) => /modules\/.*repo\.server\.ts$/.test(fileName))
  const sites = repos.flatMap((repo) => sitesIn(repo, checker))
  const functions = repos.flatMap((repo) => {
    const symbol = checker.getSymbolAtLocation(repo)
    return (symbol ? checker.getExportsOfModule(symbol) : []).flatMap((exported) => {
      const [signature] = checker.getTypeOfSymbol(exported).getCallSignatures()
      if (!signature) return []
      return {
        file: repo.fileName,
        name: exported.name,
        sampleArguments: (db: object) => samplesOf(signature, checker, db),
      }
    })
  })
  return { sites, functions }
}

function hostWithLibraries(): ts.CompilerHost {
  const libraries = new Map(getLibFiles().map(({ fileName, text }) => [`/lib/${fileName}`, text]))
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  return {
    ...host,
    getDefaultLibLocation: () => '/lib',
    fileExists: (file) => libraries.has(file) || fileExists(file),
    readFile: (file) => libraries.get(file) ?? readFile(file),
    getSourceFile: (file, version) => {
      const text = libraries.get(file)
      return text === undefined ? getSourceFile(file, version) : ts.createSourceFile(file, text, version)
    },
  }
}

function sitesIn(repo: ts.SourceFile, checker: ts.TypeChecker): RawSite[] {
  const sites: RawSite[] = []
  const lineOf = (position: number) => repo.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isCallExpression(node) || !/^(readRows|statement)$/.test(node.expression.getText())) return
    const [first] = node.arguments
    const isStatement = node.expression.getText() === 'statement'
    const asserted = node.typeArguments?.at(-1)
    sites.push({
      file: path.relative(projectRoot, repo.fileName),
      firstLine: lineOf(node.getStart()),
      lastLine: lineOf(node.getEnd()),
      name: isStatement && first ? namePattern(first) : undefined,
      row: rowTypeOf(asserted && checker.getTypeFromTypeNode(asserted), checker),
    })
  }
  visit(repo)
  return sites
}

function namePattern(name: ts.Expression): RegExp {
  return new RegExp(
    `^${name
      .getText()
      .replace(/^['"`]|['"`]$/g, '')
      .replace(/\$\{\w+\}/g, '.*')}$`,
  )
}

/** Without an asserted type, or with `never`, the rows are not read. */
function rowTypeOf(type: ts.Type | undefined, checker: ts.TypeChecker): RowType {
  if (!type || type.flags & ts.TypeFlags.Never) return { columns: new Map(), isOpen: true }
  const columns = checker
    .getPropertiesOfType(type)
    .map((property) => [property.name, kindsOf(checker.getTypeOfSymbol(property))] as const)
  return { columns: new Map(columns), isOpen: checker.getIndexInfosOfType(type).length > 0 }
}

function kindsOf(type: ts.Type): Kind[] {
  const parts = type.isUnion() ? type.types : [type]
  return parts.flatMap((part): Kind[] => {
    if (part.flags & ts.TypeFlags.NumberLike) return ['number']
    if (part.flags & ts.TypeFlags.StringLike) return ['string']
    if (part.flags & ts.TypeFlags.BooleanLike) return ['boolean']
    return part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined) ? [] : ['json']
  })
}

function samplesOf(signature: ts.Signature, checker: ts.TypeChecker, db: object): unknown[] {
  return signature.getParameters().map((parameter) => sampleOf(checker.getTypeOfSymbol(parameter), checker, db))
}

/** A value of the type; of a union, its last part that is not empty. */
function sampleOf(type: ts.Type, checker: ts.TypeChecker, db: object, depth = 0): unknown {
  if (type.symbol?.name === 'PgDatabase') return db
  if (type.flags & ts.TypeFlags.TypeParameter)
    return sampleOf(checker.getBaseConstraintOfType(type) as ts.Type, checker, db, depth)
  if (type.isUnion()) {
    const present = type.types.filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
    return present[0] && sampleOf(present.at(-1) as ts.Type, checker, db, depth)
  }
  if (type.isLiteral()) return type.value
  if (type.flags & ts.TypeFlags.NumberLike) return 1
  if (type.flags & ts.TypeFlags.StringLike) return 'sample'
  if (type.flags & ts.TypeFlags.BooleanLike) return true
  if (type.symbol?.name === 'Date') return new Date()
  if (type.symbol?.name.endsWith('Map')) return new Map([[1, 1]])
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return checker.getTypeArguments(type as ts.TypeReference).map((part) => sampleOf(part, checker, db, depth + 1))
  if (depth > 6) return undefined
  return Object.fromEntries(
    checker
      .getPropertiesOfType(type)
      .map((property) => [property.name, sampleOf(checker.getTypeOfSymbol(property), checker, db, depth + 1)]),
  )
}
