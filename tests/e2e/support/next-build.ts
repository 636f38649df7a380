import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'

/** Only the next build has this text, in the footer. */
export const nextFooter = 'All rights reserved. Next build.'

const hashedFile = /-([\w-]{8})\.(js|css)\b/g

/**
 * Makes a build with other scripts and styles, as of the next version of the shop: a copy of this build with other
 * file names, another version and another text. Returns the path of its server.
 */
export function makeNextBuild(): string {
  const root = path.join(projectRoot, 'test-results', 'next-build')
  const build = path.join(root, 'build')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(path.join(root, 'db'), { recursive: true })
  symlinkSync(path.join(projectRoot, 'db', 'migrations'), path.join(root, 'db', 'migrations'))
  const isCompressed = (file: string) => /\.(?:br|gz)$/.test(file)
  cpSync(path.join(projectRoot, 'build'), build, { recursive: true, filter: (file) => !isCompressed(file) })

  const assets = readdirSync(path.join(build, 'client', 'assets'))
  const version = readVersion(path.join(build, 'client', 'assets'), assets)
  const hashes = new Set(assets.flatMap((name) => [...name.matchAll(hashedFile)].map(([match]) => match)))
  const nextVersion = [...version].reverse().join('')
  const renamed = (text: string) =>
    text
      .replaceAll(hashedFile, (match, hash, extension) => (hashes.has(match) ? `-n${hash}.${extension}` : match))
      .replaceAll(version, nextVersion)
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /\.(?:js|css)$/.test(name))) {
    const from = path.join(build, file)
    const text = renamed(readFileSync(from, 'utf8')).replaceAll('All rights reserved.', nextFooter)
    writeFileSync(from, text)
    renameSync(from, path.join(build, renamed(file)))
  }
  return path.relative(projectRoot, path.join(build, 'server', 'index.js'))
}

function readVersion(folder: string, assets: string[]): string {
  const texts = assets
    .filter((name) => name.startsWith('manifest-'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
  const [version] = texts.flatMap((text) => /"version":"(\w+)"/.exec(text)?.[1] ?? [])
  if (!version) throw new Error('The build has no version.')
  return version
}
