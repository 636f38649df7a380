import { readSession } from '#app/state/session.ts'
import { ApiError } from './api.ts'

/** A file of our own API that only the signed-in may have: fetched with the token, then handed to the browser. */
export async function downloadAs(path: string, name: string): Promise<void> {
  const response = await fetch(`/api${path}`, { headers: { Authorization: `Bearer ${readSession().token}` } })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined))
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
