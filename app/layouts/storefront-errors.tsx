import { useLayoutEffect } from 'react'
import { isRouteErrorResponse, Outlet, useOutletContext, useRouteError } from 'react-router'
import { Notice } from '#app/features/site/notice.tsx'
import { useSite } from '#app/features/site/seo.tsx'

/** Its error boundary lies inside the layout, so that a failed page keeps header and footer. */
export default Outlet

const errorTexts: Partial<Record<number, { head: string; title: string; text: string }>> = {
  404: {
    head: 'Not found',
    title: 'We could not find this page',
    text: 'It may have been sold, moved or never been here.',
  },
  405: {
    head: 'Read only',
    title: 'This page can only be read',
    text: 'Nothing was sent and nothing was changed. Please go back and try again.',
  },
}
const unavailable = {
  head: 'Temporarily unavailable',
  title: 'The shop is temporarily unavailable',
  text: 'Please try again shortly. Your bag and your orders are safe.',
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: null }
  const { head, title, text } = errorTexts[status] ?? unavailable
  const { shopName } = useSite()
  const setFailed = useOutletContext<((hasFailed: boolean) => void) | undefined>()
  useLayoutEffect(() => {
    setFailed?.(true)
    return () => setFailed?.(false)
  }, [setFailed])
  return (
    <>
      <title>{`${head} · ${shopName}`}</title>
      <meta name="robots" content="noindex" />
      <Notice title={title} text={text} reason={status === 404 ? data?.message : undefined} />
    </>
  )
}
