import { ApiError } from '#app/lib/api.ts'
import { readSession } from '#app/state/session.ts'

/** Downloads a file with the token, which a plain link cannot send. */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await fetch(`/api${path}`, { headers: { Authorization: `Bearer ${readSession().token}` } })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
