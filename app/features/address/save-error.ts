import { ApiError, errorMessage } from '#app/lib/api.ts'

export const isAddressBookFull = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409

/** Trying again does not help when the address book is full, so the message of the server shows. */
export function saveErrorMessage(error: unknown): string {
  const failure = 'Failed to save addresses. Please try again.'
  return isAddressBookFull(error) ? errorMessage(error, failure) : failure
}
