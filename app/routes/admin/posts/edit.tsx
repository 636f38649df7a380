import { useState } from 'react'
import { href, Link } from 'react-router'
import { loadAsStaff } from '#app/features/account/require-session.ts'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import type { PostRecord } from '#modules/content/admin-contract.ts'
import type { Route } from './+types/edit'
import { PostEditor } from './editor.tsx'

export function clientLoader({ request, params: { postId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<PostRecord>(`/admin/posts/${postId}`))
}

export default function EditPost({ loaderData: loaded }: Route.ComponentProps) {
  const [saved, setSaved] = useState<PostRecord>()
  const post = saved && saved.postId === loaded.postId && saved.version > loaded.version ? saved : loaded
  return (
    <>
      <AdminHead title={post.title} back={{ to: href('/admin/posts'), title: 'Blog' }}>
        {post.status === 'published' && (
          <Link className="btn btn-line" target="_blank" to={href('/blogs/:slug', { slug: post.slug })}>
            View in shop
          </Link>
        )}
      </AdminHead>
      <PostEditor key={`${loaded.postId} ${loaded.version}`} initial={loaded} record={loaded} onSaved={setSaved} />
    </>
  )
}
