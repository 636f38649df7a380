import { useState } from 'react'
import { toastLoadFailure, useDeferredComponent } from '#app/ui/deferred-component.ts'

const loadDialog = () => import('#app/features/size/size-dialog.tsx')

/** Measures a ring that the visitor owns. */
export function RingSizer() {
  const [isOpen, setOpen] = useState(false)
  const Dialog = useDeferredComponent(loadDialog, isOpen, () => {
    setOpen(false)
    toastLoadFailure()
  })
  return (
    <>
      <button type="button" className="btn-text needs-script mt-3" onClick={() => setOpen(true)}>
        <span>Measure a ring on this screen</span>
      </button>
      {Dialog && (
        <Dialog
          isOpen={isOpen}
          part="sizer"
          title="Ring size"
          drawing={null}
          sizer="ring"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
