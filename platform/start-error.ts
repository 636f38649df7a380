/** Its message is a whole sentence for whoever starts the shop: it is printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
