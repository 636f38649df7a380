import type { ReactNode } from 'react'
import avif from '#app/assets/art/category-crystal.avif'
import webp from '#app/assets/art/category-crystal.webp'

export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-[calc(100svh-var(--spacing-header))] lg:grid-cols-2">
      <div className="bg-stage max-lg:hidden">
        <picture className="contents">
          <source type="image/avif" srcSet={avif} media="(width >= 64rem)" />
          <img
            src={webp}
            alt=""
            width={800}
            height={1000}
            loading="lazy"
            className="sticky top-header h-[calc(100svh-var(--spacing-header))] min-h-160 w-full object-cover"
          />
        </picture>
      </div>
      <div className="flex min-w-0 justify-center px-gutter pt-12 pb-section lg:py-20">
        <div className="w-full min-w-0 max-w-[26rem]">
          <h1 className="t-label">MY ALPINE ACCOUNT</h1>
          <h2 className="t-h1 mt-5">{title}</h2>
          {children}
        </div>
      </div>
    </div>
  )
}
