import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Whatever this work causes, however late, can be told to belong to the request. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return scope.run(requestId, work)
}

export function currentRequest(): string | undefined {
  return scope.getStore()
}
