import { AsyncLocalStorage } from 'node:async_hooks'

type Request = { id: string; spent: Set<string> }

const scope = new AsyncLocalStorage<Request>()

/** Whatever this work causes, however late, can be told to belong to the request. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return scope.run({ id: requestId, spent: new Set() }, work)
}

export function currentRequest(): string | undefined {
  return scope.getStore()?.id
}

/** Notes that this request was counted against the budgets of a purpose. */
export function noteSpent(purpose: string): void {
  scope.getStore()?.spent.add(purpose)
}

/** Jobs and console commands have no caller, so every purpose counts as spent. */
export function wasSpent(purpose: string): boolean {
  return scope.getStore()?.spent.has(purpose) ?? true
}
