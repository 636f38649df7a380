import { AsyncLocalStorage } from 'node:async_hooks'
import type { Origin } from './limits.server.ts'

type Request = { id: string; spent: Set<string>; origin: Partial<Origin> }

const scope = new AsyncLocalStorage<Request>()

/** Everything that `work` starts, also asynchronously, belongs to the request. */
export function inRequest<T>(requestId: string, work: () => T, origin: Partial<Origin> = {}): T {
  return scope.run({ id: requestId, spent: new Set(), origin }, work)
}

export function currentRequest(): string | undefined {
  return scope.getStore()?.id
}

/** Of the request that is answered now, for page loaders, which get no caller. */
export function callerOrigin(): Partial<Origin> {
  return scope.getStore()?.origin ?? {}
}

/** Marks that this request has spent the budgets of a purpose. */
export function markSpent(purpose: string): void {
  scope.getStore()?.spent.add(purpose)
}

/** Jobs and commands have no caller, so every purpose counts as spent. */
export function wasSpent(purpose: string): boolean {
  return scope.getStore()?.spent.has(purpose) ?? true
}
