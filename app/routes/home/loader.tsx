import { useState } from 'react'
import { Wordmark } from '#app/features/site/wordmark.tsx'
import { useHydrated } from '#app/lib/hydrated.ts'
import { InlineScript } from '#app/ui/inline-script.tsx'

const ridge =
  'M0 199L74 199L84 197L92 197L115 191L123 191L134 186L148 166L159 162L174 149L190 117L204 113L210 109L217 97L228 71L235 82L242 77L251 98L256 113L270 119L277 132L292 153L298 155L318 168L330 169L344 165L362 165L388 179L395 176L401 177L411 174L421 169L438 170L452 173L468 155L478 148L494 144L510 133L528 95L535 89L552 81L562 67L568 63L591 19L598 9L612 31L624 41L630 42L640 49L649 64L655 79L664 95L669 96L683 105L700 111L711 127L716 139L738 149L752 159L758 157L771 156L776 154L783 154L790 153L796 156L804 164L812 167L820 163L840 161L856 146L868 139L877 142L890 141L901 126L916 113L939 107L946 107L955 92L966 79L978 87L1004 95L1016 110L1023 115L1030 123L1041 130L1054 135L1057 138L1068 141L1085 165L1094 172L1106 176L1112 180L1132 185L1150 195L1158 197L1168 199L1200 199'

/** Marks the first page of a visit before the first paint; without session storage there is no loader. */
const markFirstVisit = `try{if(!sessionStorage.getItem('loaderShown')){sessionStorage.setItem('loaderShown','1');document.documentElement.dataset.showLoader=''}}catch(e){}`

export function Loader() {
  // Only a server-rendered page has the loader, and keeps it through hydration; client navigation has none.
  const [isFirstRender] = useState(!useHydrated())
  if (!isFirstRender) return null
  return (
    <>
      <InlineScript text={markFirstVisit} />
      <div className="loader" aria-hidden="true">
        <div className="grid w-[min(520px,70vw)] justify-items-center gap-8">
          <div className="loader-drawing">
            <svg
              className="mountain-drawing h-24 max-sm:h-16"
              viewBox="0 0 1200 200"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path d={ridge} />
            </svg>
          </div>
          <Wordmark />
        </div>
      </div>
    </>
  )
}
