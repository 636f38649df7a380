/** Retries work that fails at random and reports each failure; the last error is thrown. */
export async function attempt<T>(
  maxAttempts: number,
  work: () => Promise<T>,
  onFailure: (reason: string) => void,
): Promise<T> {
  for (let remaining = maxAttempts; ; remaining--) {
    try {
      return await work()
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error))
      if (remaining <= 1) throw error
    }
  }
}
