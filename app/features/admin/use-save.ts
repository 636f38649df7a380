import { useState } from 'react'
import { ApiError, errorMessage } from '#app/lib/api.ts'
import { toast } from '#app/ui/toast.tsx'

export type FieldErrors = Record<string, string>

/** Saves a form: returns validation errors by field, and the current record when someone else changed it (409). */
export function useSave<Current>() {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [conflict, setConflict] = useState<Current>()

  async function save(request: () => Promise<void>): Promise<void> {
    setBusy(true)
    setErrors({})
    try {
      await request()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && error.current) setConflict(error.current as Current)
      else toast(errorMessage(error), 'error')
      setErrors(fieldErrors(error))
    } finally {
      setBusy(false)
    }
  }

  return { busy, errors, conflict, save, clearConflict: () => setConflict(undefined) }
}

function fieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    error.errors.toReversed().map(({ field = '', description }) => [field, description] as const),
  )
}
