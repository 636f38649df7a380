import { href, isRouteErrorResponse, Link, useRevalidator } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Ridge } from '#app/ui/ridge.tsx'

type Words = { title: string; text: string }

function wordsFor(status: number, said: unknown): Words {
  if (status === 403)
    return {
      title: 'This is not open to your account',
      text: 'The back office is for those who run the shop. An owner can invite you under Staff.',
    }
  if (status === 404) return { title: 'There is nothing here', text: typeof said === 'string' ? said : '' }
  return {
    title: 'This could not be loaded just now',
    text: typeof said === 'string' ? said : 'Nothing is lost. Please try again in a moment.',
  }
}

/** What a page of the back office says when it cannot be shown. */
export function Trouble({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator()
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined }
  const { title, text } = wordsFor(status, data)
  return (
    <div className="office-empty">
      <title>{`${title} · Back office · ALPINE`}</title>
      <Ridge className="h-auto max-w-72 opacity-60" />
      <h1 className="t-h3 mt-6">{title}</h1>
      <p className="m-0 mt-2 text-granite">{text}</p>
      <div className="mt-6">
        {status === 403 || status === 404 ? (
          <Link className="btn btn-line" to={status === 403 ? href('/') : href('/admin')}>
            {status === 403 ? 'To the shop' : 'To Today'}
          </Link>
        ) : (
          <Button busy={state === 'loading'} onClick={() => revalidate()}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}
