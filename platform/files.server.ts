import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { explainFolderError, filesFolder, makeDataFolder } from './data-folder.server.ts'
import type { Settings } from './env.server.ts'

/** File storage: a folder inside DATA_DIR, or S3. */
export type Files = Pick<Disk, 'put' | 'getBytes' | 'exists' | 'delete' | 'listAll'>

export async function openFiles(settings: Pick<Settings, 'dataDir' | 's3'>): Promise<Files> {
  if (settings.s3) return new Disk(await s3Driver(settings.s3))
  makeDataFolder(settings.dataDir)
  const folder = path.join(settings.dataDir, filesFolder)
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw explainFolderError(error, settings.dataDir)
  }
  return new Disk(new FSDriver({ location: pathToFileURL(`${folder}${path.sep}`), visibility: 'public' }))
}

async function s3Driver({ bucket, region, endpoint, accessKeyId, secretAccessKey }: NonNullable<Settings['s3']>) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    bucket,
    region,
    credentials: { accessKeyId, secretAccessKey },
    visibility: 'private',
    supportsACL: false,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  })
}

/** Names in no particular order. */
export async function* fileNames(files: Files): AsyncGenerator<string> {
  let next: string | undefined
  do {
    const { objects, paginationToken } = await files.listAll('', { recursive: true, paginationToken: next })
    for (const object of objects) if (object.isFile) yield object.key
    next = paginationToken
  } while (next)
}
