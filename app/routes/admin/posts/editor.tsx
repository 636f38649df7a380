import { type FormEvent, type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { DraftForm } from '#app/features/admin/draft-form.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { PictureField } from '#app/features/admin/picture-field.tsx'
import { SeoFields } from '#app/features/admin/seo-fields.tsx'
import { slugOf } from '#app/features/admin/typed-values.ts'
import type { UploadedPicture } from '#app/features/admin/upload-picture.ts'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { localDateTime, localDay, longDate, utcTime } from '#app/lib/dates.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, SelectField, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { createPost, type PostRecord, updatePost } from '#modules/content/admin-contract.ts'
import { MarkdownEditor } from './markdown.tsx'
import { PastTimeDialog } from './past-time-dialog.tsx'

type Status = PostRecord['status']
/** Form state of a post. `publishAt` is local time. */
type Draft = Omit<PostRecord, 'postId' | 'version' | 'tags' | 'publishAt' | 'pictureId' | 'picture' | 'shareToken'> & {
  tags: string
  publishAt: string
  uploaded: UploadedPicture | null
}

function draftOf({
  postId: _,
  version: __,
  shareToken: ___,
  tags,
  publishAt,
  pictureId,
  picture,
  ...post
}: PostRecord): Draft {
  return {
    ...post,
    tags: tags.join(', '),
    publishAt: publishAt ? localDateTime(new Date(publishAt)) : '',
    uploaded: pictureId !== null && picture ? { pictureId, picture } : null,
  }
}

function emptyPost(author: string): Draft {
  return {
    slug: '',
    title: '',
    author,
    datePosted: localDay(new Date()),
    tags: '',
    excerpt: '',
    body: '',
    pictureAlt: '',
    uploaded: null,
    status: 'draft',
    publishAt: '',
    seoTitle: '',
    seoDescription: '',
  }
}

function bodyOf({ uploaded, tags, publishAt, ...draft }: Draft) {
  return {
    ...draft,
    pictureId: uploaded?.pictureId ?? null,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    publishAt: draft.status === 'scheduled' && publishAt ? utcTime(publishAt) : null,
  }
}

const labels = {
  title: 'Title',
  body: 'Text',
  excerpt: 'Excerpt',
  author: 'Author',
  datePosted: 'Date',
  tags: 'Tags',
  slug: 'URL',
  uploaded: 'Picture',
  pictureAlt: 'Alt text',
  status: 'Status',
  publishAt: 'Publish at',
  seoTitle: 'Headline in search results',
  seoDescription: 'Summary in search results',
} as const

function displayValue({ uploaded, publishAt, datePosted, ...texts }: Draft, key: keyof typeof labels): string {
  if (key === 'uploaded') return uploaded ? `Picture ${uploaded.pictureId}` : ''
  if (key === 'publishAt') return publishAt && `${longDate(publishAt)}, ${publishAt.slice(11, 16)}`
  if (key === 'datePosted') return datePosted && longDate(datePosted)
  return texts[key]
}

const saveLabels: Record<Status, string> = {
  draft: 'Save draft',
  scheduled: 'Schedule post',
  published: 'Publish post',
}

type Props = {
  author?: string
  record?: PostRecord
  onSaved: (record: PostRecord, isChanged: boolean) => unknown
  /** Shown below the details. */
  children?: ReactNode
}

const isPast = ({ status, publishAt }: Draft) =>
  status === 'scheduled' && publishAt !== '' && new Date(publishAt) <= new Date()

export function PostEditor({ author = '', record: initialRecord, onSaved, children }: Props) {
  const editor = useDraft<PostRecord, Draft>({
    name: `post ${initialRecord?.postId ?? 'new'}`,
    initial: () => emptyPost(author),
    record: initialRecord,
    draftOf,
    labels,
    displayValue,
    check: { schema: createPost.body, body: bodyOf },
    send: (values, stored) =>
      stored
        ? callAuthenticated(updatePost, {
            params: { postId: stored.postId },
            body: { ...bodyOf(values), version: stored.version },
          })
        : callAuthenticated(createPost, { body: bodyOf(values) }),
    listUrl: href('/admin/posts'),
    onSaved: (stored, isChanged) => {
      toast(stored.status === 'published' ? 'Post published' : 'Post saved', 'success')
      onSaved(stored, isChanged)
    },
  })
  const { record, draft, busy, errors, set, field } = editor
  const [asksAboutTime, setAsksAboutTime] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // At its time, a scheduled post is published by the server.
    const isSameTime = record?.status === 'scheduled' && draftOf(record).publishAt === draft.publishAt
    const isValid = createPost.body.safeParse(bodyOf(draft)).success
    if (isValid && isPast(draft) && !isSameTime) setAsksAboutTime(true)
    else editor.submit()
  }
  const followsTitle = !record && draft.slug === slugOf(draft.title)
  const saveButton = (
    <Button type="submit" busy={busy} busyText="Saving...">
      {record?.status === draft.status ? 'Save post' : saveLabels[draft.status]}
    </Button>
  )

  return (
    <DraftForm label="Post" className="admin-columns" editor={{ ...editor, form: { ...editor.form, onSubmit } }}>
      <div>
        <FormSection title="Post">
          <Field
            label="Title"
            maxLength={160}
            {...field('title')}
            onChange={({ currentTarget: { value } }) =>
              set({ title: value, ...(followsTitle ? { slug: slugOf(value) } : {}) })
            }
          />
          <MarkdownEditor body={draft.body} error={errors.body} onChange={(body) => set({ body })} />
        </FormSection>
        <FormSection title="Picture">
          <PictureField
            label="Post picture"
            picture={draft.uploaded?.picture ?? null}
            onChange={(uploaded) => set({ uploaded })}
          />
          <div className="mt-3">
            <Field label="Alt text" optional {...field('pictureAlt')} />
          </div>
          {errors.pictureId && <p className="field-message is-error">{errors.pictureId}</p>}
        </FormSection>
        <FormSection title="Search engines" hint="Without these texts, search engines show the title and the excerpt.">
          <SeoFields title={field('seoTitle')} description={field('seoDescription')} />
        </FormSection>
      </div>
      <div className="lg:sticky lg:top-5">
        <FormSection title="Publishing">
          <SelectField
            label="Status"
            name="status"
            value={draft.status}
            options={[
              ['draft', 'Draft'],
              ['scheduled', 'Scheduled'],
              ['published', 'Published'],
            ]}
            error={errors.status}
            onSelect={(status) => set({ status: status as Status })}
          />
          {draft.status === 'scheduled' ? (
            <Field label="Publish at (your local time)" type="datetime-local" {...field('publishAt')} />
          ) : (
            <Field label="Date" type="date" {...field('datePosted')} />
          )}
        </FormSection>
        <FormSection title="Details">
          <Field label="Author" {...field('author')} />
          <TextArea label="Excerpt" optional rows={3} className="py-2" maxLength={400} {...field('excerpt')} />
          <Field label="Tags, separated by commas" optional {...field('tags')} />
          <Field label="URL" {...field('slug')} />
        </FormSection>
        <div className="grid max-lg:hidden">{saveButton}</div>
        {children}
      </div>
      <footer className="admin-actions -mx-5 px-5 lg:hidden">{saveButton}</footer>
      <PastTimeDialog
        open={asksAboutTime}
        onOpenChange={setAsksAboutTime}
        onPublish={() => editor.submit({ status: 'published' })}
      />
    </DraftForm>
  )
}
