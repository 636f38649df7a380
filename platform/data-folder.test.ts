import { expect, test } from 'vitest'
import { explainFolderError } from './data-folder.server.ts'
import { StartError } from './start-error.ts'

const explained = (code: string) => {
  const error = explainFolderError(Object.assign(new Error(code), { code }), '/srv/shop')
  expect(error).toBeInstanceOf(StartError)
  return (error as StartError).message
}

test('explains each problem of the data folder in one sentence', () => {
  expect(explained('EACCES')).toBe(
    'DATA_DIR (/srv/shop) is not writable for this user: change its owner, or choose another folder.',
  )
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(explained(code)).toBe('The disk of DATA_DIR (/srv/shop) is full: free some space.')
  expect(explained('EROFS')).toBe(
    'The disk of DATA_DIR (/srv/shop) is read-only: mount it writable, or choose another folder.',
  )
  expect(explained('ENOTDIR')).toBe('DATA_DIR (/srv/shop) is not a folder: choose another one.')
})

test('returns a StartError unchanged, and explains any other failure', () => {
  const startError = new StartError('The data folder is in use')
  expect(explainFolderError(startError, '/srv/shop')).toBe(startError)
  expect(explained('EIO')).toMatch(/^The database in \/srv\/shop\/pglite cannot be opened: /)
})
