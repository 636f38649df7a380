import { readSession } from '#app/state/session.ts'
import { ApiError } from './api.ts'

/** Downloads a file that needs the token, which a plain link cannot send. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const response = await fetch(`/api${path}`, { headers: { Authorization: `Bearer ${readSession().token}` } })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
