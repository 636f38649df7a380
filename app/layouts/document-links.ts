import { useEffect } from 'react'
import { useOffline } from '#app/state/offline.ts'

/**
 * Makes links load whole documents while the shop cannot be reached, because only documents are stored, and after a
 * deployment, because the scripts of this page belong to the build before.
 */
export function useDocumentLinks(): void {
  useEffect(() => {
    const { serviceWorker } = navigator
    let { controller } = serviceWorker
    let isOutdated = false
    const onControllerChange = () => {
      isOutdated ||= controller !== null
      controller = serviceWorker.controller
    }
    const onClick = (event: MouseEvent) => {
      const isLink = event.target instanceof Element && event.target.closest('a[href]')
      // The browser follows the link if no listener of React prevents it.
      if (isLink && (isOutdated || useOffline.getState().isOffline)) event.stopPropagation()
    }
    serviceWorker.addEventListener('controllerchange', onControllerChange)
    window.addEventListener('click', onClick, true)
    return () => {
      serviceWorker.removeEventListener('controllerchange', onControllerChange)
      window.removeEventListener('click', onClick, true)
    }
  }, [])
}
