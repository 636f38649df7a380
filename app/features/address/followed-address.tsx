import { type ReactNode, useRef } from 'react'
import { readAddress, type TypedAddress } from './typed-address.ts'

type Props<A> = { address: A; className?: string; onChange: (address: A) => void; children: ReactNode }

/** The fields of an address keep their own text; `onChange` follows them. */
export function FollowedAddress<A extends TypedAddress>({ address, className = '', onChange, children }: Props<A>) {
  const section = useRef<HTMLDivElement>(null)
  const follow = () =>
    // A list of countries or cities fills its field after the click.
    void setTimeout(() => {
      const form = section.current?.closest('form')
      const typed = form && readAddress(form, address)
      if (typed && JSON.stringify(typed) !== JSON.stringify(address)) onChange(typed)
    })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the events of its fields.
    <div ref={section} className={className} onInput={follow} onBlur={follow} onClick={follow} onKeyUp={follow}>
      {children}
    </div>
  )
}
