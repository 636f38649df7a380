import { href, useNavigate } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { getStaffMember } from '#modules/accounts/admin-contract.ts'
import type { Route } from './+types/new'
import { PostEditor } from './editor.tsx'

export const handle: Handle = { right: 'content' }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getStaffMember)
}

export default function NewPost({ loaderData: { name } }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <>
      <AdminHead title="Create post" back={{ to: href('/admin/posts'), title: 'Blog' }} />
      <PostEditor
        author={name}
        onSaved={({ postId }, isChanged) =>
          isChanged || navigate(href('/admin/posts/:postId', { postId: String(postId) }), { replace: true })
        }
      />
    </>
  )
}
