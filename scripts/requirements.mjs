import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** The exit code of a command in which nothing failed but a part could not run. */
export const NOT_RUN = 3

/** Whether Debian packages can be installed on this machine. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Prints the output of apt-get and throws if the installation fails. */
export async function aptInstall(...packages) {
  console.log(`Installing with apt-get: ${packages.join(' ')} …`)
  await aptGet('update')
  await aptGet('install', '-y', '--no-install-recommends', ...packages)
}

async function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await promisify(execFile)('apt-get', ['-q', ...args], { env, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    console.error(`${error.stdout ?? ''}${error.stderr ?? ''}`.trim())
    throw new Error(`apt-get ${args[0]} failed.`)
  }
}
