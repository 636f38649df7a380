import { href, useNavigate } from 'react-router'
import { loadAsStaff } from '#app/features/account/require-session.ts'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import type { Member } from '#app/layouts/admin.tsx'
import type { Route } from './+types/new'
import { emptyPost, PostEditor } from './editor.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Member>('/admin/me'))
}

export default function NewPost({ loaderData: { name } }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <>
      <AdminHead title="Create post" back={{ to: href('/admin/posts'), title: 'Blog' }} />
      <PostEditor
        initial={emptyPost(name)}
        onSaved={({ postId }) =>
          // Navigates after the render in which the form has no unsaved changes; otherwise the dialog would block it.
          setTimeout(() => navigate(href('/admin/posts/:postId', { postId: String(postId) }), { replace: true }), 0)
        }
      />
    </>
  )
}
