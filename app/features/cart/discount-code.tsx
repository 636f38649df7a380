import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { errorMessage } from '#app/lib/api.ts'
import { enterDiscountCode, removeDiscountCode } from '#app/queries/cart.ts'
import { type CartDiscount, discountProblem } from '#app/state/cart-lines.ts'
import { useCurrency } from '#app/state/currency.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.tsx'

type Props = { discount: CartDiscount; isLocked?: boolean; className?: string }

/** Unfolds a field for a code, or shows the code that was entered. */
export function DiscountCode({ discount, isLocked = false, className = '' }: Props) {
  const [isOpen, setOpen] = useState(false)
  const section = useRef<HTMLDivElement>(null)
  const code = discount?.code
  const shownCode = useRef(code)
  const wasUsed = useRef(false)
  useEffect(() => {
    if (shownCode.current === code) return
    shownCode.current = code
    setOpen(false)
    // The control that had the focus is gone. A code that is loaded with the page takes no focus.
    if (wasUsed.current && document.activeElement === document.body) section.current?.querySelector('button')?.focus()
  }, [code])
  const use = () => {
    wasUsed.current = true
  }
  return (
    <div ref={section} className={`border-rule border-b ${className}`}>
      {discount ? (
        <EnteredCode discount={discount} isLocked={isLocked} onRemove={use} />
      ) : (
        <Entry
          isOpen={isOpen}
          isLocked={isLocked}
          onToggle={() => {
            use()
            setOpen(!isOpen)
          }}
        />
      )}
    </div>
  )
}

function Entry({ isOpen, isLocked, onToggle }: { isOpen: boolean; isLocked: boolean; onToggle: () => void }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="flex min-h-target w-full items-center justify-between gap-4 py-2 text-left"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={isLocked}
        onClick={onToggle}
      >
        Discount code
        <Icon
          name="plus"
          className={`ico size-4 transition-transform duration-(--duration-quick) motion-reduce:transition-none ${isOpen ? 'rotate-45' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <CodeField isLocked={isLocked} />}
      </div>
    </>
  )
}

/** Not a form of its own, because the checkout is one already. */
function CodeField({ isLocked }: { isLocked: boolean }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, run] = useBusy()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const apply = () =>
    run(async () => {
      try {
        if (!code.trim()) throw new Error()
        await enterDiscountCode(code)
      } catch (failure) {
        setError(code.trim() ? errorMessage(failure) : 'Please enter a code.')
        input.current?.focus()
      }
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void apply()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 pb-2">
      <Field
        ref={input}
        label="Code"
        name="code"
        // No form: neither Enter nor the draft of the checkout takes it.
        form=""
        value={code}
        error={error}
        className="uppercase placeholder:normal-case"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        disabled={isLocked}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          setError(undefined)
        }}
      />
      <Button look="line" className="mt-[1.75rem] px-5" busy={busy} disabled={isLocked} onClick={apply}>
        Apply
      </Button>
    </div>
  )
}

type EnteredProps = { discount: NonNullable<CartDiscount>; isLocked: boolean; onRemove: () => void }

function EnteredCode({ discount, isLocked, onRemove }: EnteredProps) {
  const { currency } = useCurrency()
  const [busy, run] = useBusy()
  const problem = discountProblem(discount, currency)
  const remove = () => {
    onRemove()
    void run(() => removeDiscountCode().catch((failure) => toast(errorMessage(failure), 'error')))
  }
  return (
    <div className="py-1">
      <div className="flex items-center justify-between gap-4">
        <p className="m-0 wrap-anywhere">
          <span className="text-granite">Code</span> {discount.code}
        </p>
        <button type="button" className="btn-text" aria-busy={busy} disabled={busy || isLocked} onClick={remove}>
          <span>
            Remove<span className="sr-only"> discount code</span>
          </span>
        </button>
      </div>
      <p className={problem ? 'm-0 mt-1 mb-3 flex gap-2 text-error text-note leading-5' : 'm-0'} role="status">
        {problem && <Icon name="alert" className="ico mt-0.5 size-4 flex-none" />}
        {problem}
      </p>
    </div>
  )
}
