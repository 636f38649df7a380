import { routes } from 'virtual:react-router/server-build'
import type { Handle } from './handle.ts'

/** Every route with its whole path, such as `/shop/:category`, and its handle. */
export function routeTable(): { path: string; handle: Handle }[] {
  return Object.values(routes).flatMap((route) =>
    route && (route.path || route.index)
      ? [{ path: wholePath(route.id), handle: (route.module.handle ?? {}) as Handle }]
      : [],
  )
}

function wholePath(id: string): string {
  const segments: string[] = []
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) if (route.path) segments.unshift(route.path)
  return `/${segments.join('/')}`
}
