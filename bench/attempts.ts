/** Repeats work that fails by chance, and tells of each failure; the last one is thrown. */
export async function attempt<T>(
  most: number,
  work: () => Promise<T>,
  onFailure: (reason: string) => void,
): Promise<T> {
  for (let left = most; ; left--) {
    try {
      return await work()
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error))
      if (left <= 1) throw error
    }
  }
}
