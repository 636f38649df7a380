/** The message is printed without a stack, for the person who starts the shop. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
