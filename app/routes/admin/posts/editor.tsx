import { type FormEvent, useState } from 'react'
import { callAsCustomer } from '#app/lib/personal.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { PostRecord } from '#modules/content/editor-schema.ts'
import { slugOf } from '../products/draft.ts'
import { ChooseField } from '../ui/choose-field.tsx'
import { Leaving } from '../ui/leaving.tsx'
import { Merge } from '../ui/merge.tsx'
import { OnePicture } from '../ui/one-picture.tsx'
import { Part } from '../ui/part.tsx'
import { useSave } from '../ui/use-save.ts'
import { MarkdownPair } from './markdown.tsx'

type State = PostRecord['state']
/** A post as it is being typed. `publishAt` is the time where the writer is. */
type Draft = Omit<PostRecord, 'postId' | 'version' | 'tags' | 'publishAt'> & { tags: string; publishAt: string }

const pad = (number: number) => String(number).padStart(2, '0')
const localMoment = (iso: string) => {
  const at = new Date(iso)
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

function draftOf({ postId: _, version: __, tags, publishAt, ...post }: PostRecord): Draft {
  return { ...post, tags: tags.join(', '), publishAt: publishAt ? localMoment(publishAt) : '' }
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
    pictureId: null,
    pictureAlt: '',
    picture: null,
    state: 'draft',
    publishAt: '',
  }
}

function bodyOf({ picture: _, tags, publishAt, ...draft }: Draft) {
  return {
    ...draft,
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
  pictureAlt: 'What the picture shows',
  state: 'State',
  publishAt: 'Appears',
} as const
type Asked = keyof typeof labels

const saveWords: Record<State, string> = { draft: 'Save the draft', scheduled: 'Schedule', published: 'Publish' }

type Props = { first: PostRecord | Draft; record?: PostRecord; onSaved: (record: PostRecord) => void }

export function PostEditor({ first, record: given, onSaved }: Props) {
  const [record, setRecord] = useState(given)
  const [saved, setSaved] = useState<Draft>(() => ('postId' in first ? draftOf(first) : first))
  const [draft, setDraft] = useState(saved)
  const { busy, errors, conflict, save, settle } = useSave<PostRecord>()
  const set = (said: Partial<Draft>) => setDraft((now) => ({ ...now, ...said }))
  const followsTitle = !record && draft.slug === slugOf(draft.title)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(async () => {
      const body = record ? { ...bodyOf(draft), version: record.version } : bodyOf(draft)
      const stored = await callAsCustomer<PostRecord>(record ? `/admin/posts/${record.postId}` : '/admin/posts', {
        method: record ? 'PUT' : 'POST',
        body,
      })
      const now = draftOf(stored)
      setRecord(stored)
      setSaved(now)
      setDraft(now)
      toast(stored.state === 'published' ? 'The post is in the shop' : 'The post is saved', 'success')
      onSaved(stored)
    })
  }

  const merge = (current: PostRecord) => (kept: ReadonlySet<string>) => {
    const theirs = draftOf(current)
    const own = Object.fromEntries(Object.entries(draft).filter(([key]) => kept.has(key)))
    setRecord(current)
    setSaved(theirs)
    setDraft({ ...theirs, ...own })
    settle()
  }

  const line = (key: 'author' | 'tags' | 'slug' | 'pictureAlt', label: string, optional = false) => (
    <Field
      label={label}
      name={key}
      optional={optional}
      value={draft[key]}
      error={errors[key]}
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  )

  return (
    <>
      {conflict && (
        <Merge
          key={conflict.version}
          differing={(Object.keys(labels) as Asked[])
            .map((key) => ({ key, label: labels[key], mine: draft[key], theirs: draftOf(conflict)[key] }))
            .filter(({ mine, theirs }) => mine !== theirs)}
          onMerge={merge(conflict)}
        />
      )}
      <form className="goods-editor" aria-label="Post" noValidate onSubmit={submit}>
        <div>
          <Part title="Post">
            <Field
              label="Title"
              name="title"
              maxLength={160}
              value={draft.title}
              error={errors.title}
              onChange={({ currentTarget: { value } }) =>
                set({ title: value, ...(followsTitle ? { slug: slugOf(value) } : {}) })
              }
            />
            <MarkdownPair body={draft.body} error={errors.body} onType={(body) => set({ body })} />
          </Part>
          <Part title="Picture">
            <OnePicture
              label="Picture of the post"
              picture={draft.picture}
              onChange={(taken) => set({ pictureId: taken?.pictureId ?? null, picture: taken?.picture ?? null })}
            />
            <div className="mt-3">{line('pictureAlt', 'What it shows', true)}</div>
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
              <Field
                label="Appears, in your time"
                name="publishAt"
                type="datetime-local"
                value={draft.publishAt}
                error={errors.publishAt}
                onChange={({ currentTarget }) => set({ publishAt: currentTarget.value })}
              />
            ) : (
              <Field
                label="Date"
                name="datePosted"
                type="date"
                value={draft.datePosted}
                error={errors.datePosted}
                onChange={({ currentTarget }) => set({ datePosted: currentTarget.value })}
              />
            )}
          </Part>
          <Part title="About the post">
            {line('author', 'By')}
            <TextArea
              label="In short, for lists"
              name="excerpt"
              optional
              rows={3}
              className="py-2"
              maxLength={400}
              value={draft.excerpt}
              error={errors.excerpt}
              onChange={({ currentTarget }) => set({ excerpt: currentTarget.value })}
            />
            {line('tags', 'Tags, with commas', true)}
            {line('slug', 'Address in the shop')}
          </Part>
          <Button type="submit" busy={busy} busyText="Saving...">
            {record?.state === draft.state ? 'Save' : saveWords[draft.state]}
          </Button>
        </div>
      </form>
      <Leaving isChanged={draft !== saved && !busy} />
    </>
  )
}
