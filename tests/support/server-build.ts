import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import routeConfig from '#app/routes.ts'

type Routes = ServerBuild['routes']
type RouteModule = NonNullable<Routes[string]>['module']

const modules = import.meta.glob<RouteModule>(
  ['../../app/root.tsx', '../../app/{layouts,routes}/**/*.{ts,tsx}', '!../../app/**/*.test.*'],
  { eager: true },
)

/** The routes of `virtual:react-router/server-build`, which exists only in a build. */
export const routes: Routes = Object.fromEntries(
  entries({ id: 'root', path: '', file: 'root.tsx', children: routeConfig }).map((route) => [route.id, route]),
)

function entries(
  { file, path, index, id = file.replace(/\.tsx?$/, ''), children = [] }: RouteConfigEntry,
  parentId?: string,
) {
  const module = modules[`../../app/${file}`]
  if (!module) throw new Error(`${file} does not exist`)
  const route = { id, parentId, path, index, module } as NonNullable<Routes[string]>
  return [route, ...children.flatMap((child): (typeof route)[] => entries(child, id))]
}
