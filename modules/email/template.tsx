import type { ReactNode } from 'react'

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json }
export type EmailProps = { readonly [name: string]: Json }

export type EmailTemplate<Props extends EmailProps> = {
  /** Stored in queued jobs with the props, so a template whose props change gets a new name. */
  name: string
  subject(props: Props): string
  Body(props: Props): ReactNode
  /** Where it is missing, the text is made from the HTML. */
  text?(props: Props): string
}

const ink = '#15181B'
const granite = '#5E5B56'
const serif = 'Georgia, "Times New Roman", serif'
const sans = 'Helvetica, Arial, sans-serif'

type Props = { shopName: string; preview: string; children: ReactNode }

/** Layout of every email: shop name, content, footer with the seal. */
export function EmailLayout({ shopName, preview, children }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{shopName}</title>
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: '#F7F7F5', color: ink, fontFamily: sans }}>
        <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
          {preview}
        </div>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '40px 20px' }}>
                <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ maxWidth: 560 }}>
                  <tbody>
                    <tr>
                      <td style={{ fontFamily: serif, fontSize: 24, letterSpacing: '0.3em', paddingBottom: 32 }}>
                        {shopName}
                      </td>
                    </tr>
                    <tr>
                      <td
                        style={{ backgroundColor: '#FFFFFF', padding: '36px 32px', fontSize: 16, lineHeight: '26px' }}
                      >
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td style={{ paddingTop: 28, fontSize: 13, lineHeight: '20px', color: granite }}>
                        <span
                          lang="ne"
                          aria-hidden="true"
                          style={{ backgroundColor: '#A8321F', color: '#F7F7F5', padding: '4px 7px' }}
                        >
                          हिम
                        </span>{' '}
                        Crystals, jewellery and accessories from the Himalayas of Nepal.
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

export function Title({ children }: { children: ReactNode }) {
  return (
    <h1 style={{ fontFamily: serif, fontWeight: 400, fontSize: 28, lineHeight: '34px', margin: '0 0 16px' }}>
      {children}
    </h1>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ margin: '0 0 16px' }}>{children}</p>
}

const cell = { padding: '10px 0', borderTop: '1px solid #E4E1DB', verticalAlign: 'top' } as const
const amount = { ...cell, textAlign: 'right', whiteSpace: 'nowrap' } as const

export function Amounts({ rows }: { rows: { key: string; label: ReactNode; price: string }[] }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 24px' }}>
      <tbody>
        {rows.map(({ key, label, price }) => (
          <tr key={key}>
            <td style={cell}>{label}</td>
            <td style={amount}>{price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ButtonLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p style={{ margin: '24px 0 8px' }}>
      <a
        href={href}
        style={{
          backgroundColor: ink,
          color: '#F7F7F5',
          padding: '16px 28px',
          textDecoration: 'none',
          display: 'inline-block',
        }}
      >
        {children}
      </a>
    </p>
  )
}
