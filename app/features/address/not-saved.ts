import { ApiError, errorMessage } from '#app/lib/api.ts'

export const isBookFull = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409

/** A full address book speaks for itself, since trying again is no help. */
export function whyNotSaved(error: unknown): string {
  const failure = 'Failed to save addresses. Please try again.'
  return isBookFull(error) ? errorMessage(error, failure) : failure
}
