import { href, useNavigate, useRouteError } from 'react-router'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import type { Member } from '../frame.tsx'
import { OfficeHead } from '../ui/head.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/new'
import { emptyPost, PostEditor } from './editor.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Member>('/admin/me'))
}

export default function NewPost({ loaderData: { name } }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <>
      <OfficeHead title="New post" back={{ to: href('/admin/posts'), title: 'Blog' }} />
      <PostEditor
        first={emptyPost(name)}
        onSaved={({ postId }) =>
          // Only once the editor knows that nothing is unsaved does it let go.
          setTimeout(() => navigate(href('/admin/posts/:postId', { postId: String(postId) }), { replace: true }), 0)
        }
      />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
