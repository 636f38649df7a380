import { useId } from 'react'
import { href } from 'react-router'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { beginChange, showFailure } from '#app/queries/change-failure.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type PostRecord, shareDraft, unshareDraft } from '#modules/content/admin-contract.ts'

type Props = { post: PostRecord; onChanged: (post: PostRecord) => void }

/** A secret link, so that somebody without an account can read a draft. */
export function ShareDraft({ post: { postId, shareToken }, onChanged }: Props) {
  const id = useId()
  const [busy, run] = useBusy()
  const params = { postId }
  const change = async (request: () => Promise<PostRecord>, message: string) => {
    beginChange()
    try {
      onChanged(await request())
      toast(message, 'success')
    } catch (error) {
      showFailure(error, { action: message })
    }
  }
  const share = () => change(() => callAuthenticated(shareDraft, { params }), 'Link created')
  const revoke = () => change(() => callAuthenticated(unshareDraft, { params }), 'Link revoked')
  if (!shareToken)
    return (
      <FormSection title="Share draft">
        <p className="t-note m-0 mb-3">Anyone with the link can read the saved draft, without an account.</p>
        <Button look="line" busy={busy} busyText="Saving..." onClick={() => run(share)}>
          Create link
        </Button>
      </FormSection>
    )
  const url = `${window.location.origin}${href('/drafts/:token', { token: shareToken })}`
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast('Link copied', 'success'),
      () => toast('Select the link and copy it yourself', 'error'),
    )
  return (
    <FormSection title="Share draft">
      <label className="field-label" htmlFor={id}>
        Link to the draft
      </label>
      <input id={id} className="input" readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      <p className="t-note m-0 my-2">Anyone with the link can read the saved draft until you publish it.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="line" onClick={copy}>
          Copy link
        </Button>
        <ConfirmButton
          trigger={<Button look="line">Revoke link</Button>}
          title="Revoke the link?"
          text="The link stops working at once. You can create a new one."
          action="Revoke link"
          onConfirm={revoke}
        />
      </div>
    </FormSection>
  )
}
