import { Link } from 'react-router'
import { CurrencyButton } from '#app/features/currency/currency-button.tsx'
import { useSite } from '#app/features/site/seo.tsx'
import { Wordmark } from '#app/features/site/wordmark.tsx'
import { TelLink } from '#app/ui/tel-link.tsx'
import mountains from '../assets/ridge-footer.svg'
import { contentMenu, helpMenu, shopMenu } from './navigation.ts'

const row = 'inline-flex min-h-target min-w-target items-center'

export function Footer() {
  const { shopName, shopEmail, phone, instagram, facebook } = useSite()
  return (
    <div className="mt-section overflow-hidden">
      <img
        className="-mb-px h-[clamp(72px,12vw,172px)] w-full"
        src={mountains}
        alt=""
        width={1200}
        height={160}
        loading="lazy"
      />
      <footer id="site-map" className="on-dark bg-night text-snow">
        <div className="page pt-14 pb-10">
          <div className="grid-12 gap-y-12">
            <div className="col-span-12 lg:col-span-5">
              <Wordmark className="text-[clamp(2rem,3.4vw,3rem)]" />
              <p className="t-note mt-6 mb-0 max-w-xs text-scree">
                Crystals, jewellery and accessories from the Himalayas of Nepal.
              </p>
            </div>
            <LinkColumn title="Shop" links={shopMenu} className="lg:col-start-7" />
            <LinkColumn title="Read" links={[...contentMenu, ...helpMenu]} />
            <Column title="Contact us">
              {phone && (
                <li>
                  <TelLink className={row} number={phone} />
                </li>
              )}
              {shopEmail && (
                <li>
                  <a className={row} href={`mailto:${shopEmail}`}>
                    {shopEmail}
                  </a>
                </li>
              )}
              <Social name="Instagram" href={instagram} />
              <Social name="Facebook" href={facebook} />
            </Column>
          </div>
          <div className="mt-16 flex items-center justify-between gap-6 border-night-rule border-t pt-6">
            <p className="t-note m-0 text-scree">{`© 2025 ${shopName}. All rights reserved.`}</p>
            <CurrencyButton className="ml-auto text-snow" />
            <span className="seal" lang="ne" aria-hidden="true">
              हिम
            </span>
          </div>
        </div>
      </footer>
    </div>
  )
}

/** Plain text until the owner has entered a URL. */
function Social({ name, href }: { name: string; href: string }) {
  if (!href) return <li className={row}>{name}</li>
  return (
    <li>
      <a className={row} href={href} rel="noopener noreferrer">
        {name}
      </a>
    </li>
  )
}

type ColumnProps = { title: string; className?: string; children: React.ReactNode }

function Column({ title, className = '', children }: ColumnProps) {
  return (
    <section className={`col-span-6 lg:col-span-2 ${className}`} aria-label={title}>
      <h2 className="font-normal font-sans text-[.8125rem] text-scree">{title}</h2>
      <ul className="m-0 mt-3 flex list-none flex-col items-start p-0 text-[.9375rem]">{children}</ul>
    </section>
  )
}

type LinkColumnProps = { title: string; className?: string; links: readonly { title: string; to: string }[] }

function LinkColumn({ title, className, links }: LinkColumnProps) {
  return (
    <Column title={title} className={className ?? ''}>
      {links.map(({ title: name, to }) => (
        <li key={to}>
          <Link className={row} to={to} prefetch="intent">
            {name}
          </Link>
        </li>
      ))}
    </Column>
  )
}
