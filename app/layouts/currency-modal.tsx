import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { chooseCurrency, dismissCurrencyModal, useCurrency } from '#app/state/currency.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'

/** Opens when the country of the visitor is unknown, or on request. */
export default function CurrencyModal() {
  const isOpen = useCurrency((state) => state.modalOpen)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && dismissCurrencyModal()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup ref={popup} className="modal outline-none" initialFocus={popup}>
          <div className="flex justify-end p-2">
            <Dialog.Close className="icon-btn" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div className="px-8 pb-12 text-center sm:px-14">
            <span className="seal" lang="ne" aria-hidden="true">
              हिम
            </span>
            <Dialog.Title className="t-label mt-6">VISITING FROM INTERNATIONAL?</Dialog.Title>
            <Dialog.Description className="t-lead mt-4 mb-8 text-balance">
              You can switch to your comfortable currency for the best shopping experience.
            </Dialog.Description>
            <div className="grid gap-3">
              <Button onClick={() => chooseCurrency('USD')}>Continue with USD</Button>
              <Button look="line" onClick={() => chooseCurrency('NPR')}>
                Continue with NPR
              </Button>
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
