import { useState } from 'react'
import { href, Link, useRouteError } from 'react-router'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import type { PostRecord } from '#modules/content/admin-schema.ts'
import { OfficeHead } from '../ui/head.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/one'
import { PostEditor } from './editor.tsx'

export function clientLoader({ request, params: { postId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<PostRecord>(`/admin/posts/${postId}`))
}

export default function EditPost({ loaderData: loaded }: Route.ComponentProps) {
  const [saved, setSaved] = useState<PostRecord>()
  const post = saved && saved.postId === loaded.postId && saved.version > loaded.version ? saved : loaded
  return (
    <>
      <OfficeHead title={post.title} back={{ to: href('/admin/posts'), title: 'Blog' }}>
        {post.state === 'published' && (
          <Link className="btn btn-line" target="_blank" to={href('/blogs/:slug', { slug: post.slug })}>
            See in the shop
          </Link>
        )}
      </OfficeHead>
      <PostEditor key={`${loaded.postId} ${loaded.version}`} first={loaded} record={loaded} onSaved={setSaved} />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
