import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { PostRecord } from '#modules/content/admin-schema.ts'
import { slugOf } from '../products/draft.ts'
import { ChooseField } from '../ui/choose-field.tsx'
import { Leaving } from '../ui/leaving.tsx'
import { Merge } from '../ui/merge.tsx'
import { OnePicture } from '../ui/one-picture.tsx'
import { Part } from '../ui/part.tsx'
import type { Taken } from '../ui/uploads.ts'
import { useDraft } from '../ui/use-draft.ts'
import { MarkdownPair } from './markdown.tsx'

type State = PostRecord['state']
/** A post as it is being typed. `publishAt` is the time where the writer is. */
type Draft = Omit<PostRecord, 'postId' | 'version' | 'tags' | 'publishAt' | 'pictureId' | 'picture'> & {
  tags: string
  publishAt: string
  shown: Taken | null
}

const pad = (number: number) => String(number).padStart(2, '0')
const localMoment = (iso: string) => {
  const at = new Date(iso)
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

function draftOf({ postId: _, version: __, tags, publishAt, pictureId, picture, ...post }: PostRecord): Draft {
  return {
    ...post,
    tags: tags.join(', '),
    publishAt: publishAt ? localMoment(publishAt) : '',
    shown: pictureId !== null && picture ? { pictureId, picture } : null,
  }
}

export function emptyPost(author: string): Draft {
  return {
    slug: '',
    title: '',
    author,
    datePosted: new Date().toISOString().slice(0, 10),
    tags: '',
    excerpt: '',
    body: '',
    pictureAlt: '',
    shown: null,
    state: 'draft',
    publishAt: '',
  }
}

function bodyOf({ shown, tags, publishAt, ...draft }: Draft) {
  return {
    ...draft,
    pictureId: shown?.pictureId ?? null,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    publishAt: draft.state === 'scheduled' && publishAt ? new Date(publishAt).toISOString() : null,
  }
}

const labels = {
  title: 'Title',
  body: 'Words',
  excerpt: 'In short',
  author: 'By',
  datePosted: 'Date',
  tags: 'Tags',
  slug: 'Address',
  shown: 'Picture',
  pictureAlt: 'What the picture shows',
  state: 'State',
  publishAt: 'Appears',
} as const

const saveWords: Record<State, string> = { draft: 'Save the draft', scheduled: 'Schedule', published: 'Publish' }

type Props = { first: PostRecord | Draft; record?: PostRecord; onSaved: (record: PostRecord) => void }

export function PostEditor({ first, record: given, onSaved }: Props) {
  const { record, draft, busy, errors, isSaved, set, field, merging, form } = useDraft<PostRecord, Draft>({
    first: 'postId' in first ? draftOf(first) : first,
    record: given,
    draftOf,
    labels,
    inWords: ({ shown, ...words }, key) => (key === 'shown' ? (shown ? `Picture ${shown.pictureId}` : '') : words[key]),
    send: (said, known) =>
      callAsCustomer<PostRecord>(known ? `/admin/posts/${known.postId}` : '/admin/posts', {
        method: known ? 'PUT' : 'POST',
        body: known ? { ...bodyOf(said), version: known.version } : bodyOf(said),
      }),
    onSaved: (stored) => {
      toast(stored.state === 'published' ? 'The post is in the shop' : 'The post is saved', 'success')
      onSaved(stored)
    },
  })
  const followsTitle = !record && draft.slug === slugOf(draft.title)

  return (
    <>
      {merging && <Merge {...merging} key={merging.key} />}
      <form className="goods-editor" aria-label="Post" {...form}>
        <div>
          <Part title="Post">
            <Field
              label="Title"
              maxLength={160}
              {...field('title')}
              onChange={({ currentTarget: { value } }) =>
                set({ title: value, ...(followsTitle ? { slug: slugOf(value) } : {}) })
              }
            />
            <MarkdownPair body={draft.body} error={errors.body} onType={(body) => set({ body })} />
          </Part>
          <Part title="Picture">
            <OnePicture
              label="Picture of the post"
              picture={draft.shown?.picture ?? null}
              onChange={(shown) => set({ shown })}
            />
            <div className="mt-3">
              <Field label="What it shows" optional {...field('pictureAlt')} />
            </div>
            {errors.pictureId && <p className="field-msg is-error">{errors.pictureId}</p>}
          </Part>
        </div>
        <div>
          <Part title="When">
            <ChooseField
              label="State"
              name="state"
              value={draft.state}
              options={[
                ['draft', 'Draft, seen by nobody'],
                ['scheduled', 'Appears later'],
                ['published', 'Published'],
              ]}
              error={errors.state}
              onChoose={(state) => set({ state: state as State })}
            />
            {draft.state === 'scheduled' ? (
              <Field label="Appears, in your time" type="datetime-local" {...field('publishAt')} />
            ) : (
              <Field label="Date" type="date" {...field('datePosted')} />
            )}
          </Part>
          <Part title="About the post">
            <Field label="By" {...field('author')} />
            <TextArea
              label="In short, for lists"
              optional
              rows={3}
              className="py-2"
              maxLength={400}
              {...field('excerpt')}
            />
            <Field label="Tags, with commas" optional {...field('tags')} />
            <Field label="Address in the shop" {...field('slug')} />
          </Part>
          <Button type="submit" busy={busy} busyText="Saving...">
            {record?.state === draft.state ? 'Save' : saveWords[draft.state]}
          </Button>
        </div>
      </form>
      <Leaving isChanged={!isSaved && !busy} />
    </>
  )
}
