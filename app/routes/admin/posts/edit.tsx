import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { loadAsStaff, useRecord } from '#app/queries/admin.ts'
import { getPost } from '#modules/content/admin-contract.ts'
import type { Route } from './+types/edit'
import { PostEditor } from './editor.tsx'
import { ShareDraft } from './share-draft.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getPost, { params })
}

export default function EditPost({ loaderData, params }: Route.ComponentProps) {
  const [post, setSaved] = useRecord(getPost, { params }, loaderData)
  return (
    <>
      <AdminHead title={post.title} back={{ to: href('/admin/posts'), title: 'Blog' }}>
        {post.status === 'published' && (
          <Link className="btn btn-line" target="_blank" to={href('/blogs/:slug', { slug: post.slug })}>
            View in shop
          </Link>
        )}
      </AdminHead>
      <PostEditor key={post.postId} record={post} onSaved={setSaved}>
        {post.status !== 'published' && <ShareDraft post={post} onChanged={setSaved} />}
      </PostEditor>
    </>
  )
}
