import { useState } from 'react'
import { lengthText } from '#app/lib/screen-scale.ts'
import { Button } from '#app/ui/button.tsx'
import type { Variant } from '#modules/catalog/contract.ts'
import { comparisons, cropOf, type DrawingLayout, drawingLayout, usualComparison } from './drawing-layout.ts'
import { ScaleBar, SizeDrawing } from './size-drawing.tsx'
import type { Drawing } from './size-tools-data.ts'
import { StageLayout, useStageSize } from './stage.tsx'

type Props = { drawing: Drawing; scale: number | undefined; variants: Variant[]; onCalibrate: () => void }

/** The product at its true size, or to scale while the size of the screen is unknown. */
export function TrueSize({ drawing, scale, variants, onCalibrate }: Props) {
  const [isFitted, setFitted] = useState(false)
  const [key, setKey] = useState(usualComparison(drawing))
  const { ref, size } = useStageSize()
  const comparison = comparisons.find((each) => each.key === key) ?? comparisons[0]
  const isUpright = size.width < 560
  const crop = cropOf(drawing)
  const other = isUpright ? { width: comparison.height, height: comparison.width } : comparison
  const isKnown = scale !== undefined
  const isTrue = isKnown && !isFitted
  const layout = drawingLayout(size, crop, other, isTrue ? scale : undefined)
  return (
    <StageLayout
      stage={
        <>
          <section
            ref={ref}
            className={`absolute inset-x-0 top-0 bottom-14 flex ${layout.isScrolled ? 'overflow-auto' : 'overflow-hidden'}`}
            aria-label="Drawing"
            tabIndex={layout.isScrolled ? 0 : undefined}
          >
            {size.width > 0 && (
              <SizeDrawing
                drawing={drawing}
                crop={crop}
                comparison={comparison}
                isUpright={isUpright}
                layout={layout}
              />
            )}
          </section>
          {size.width > 0 && <ScaleBar scale={layout.scale} />}
        </>
      }
    >
      <h2 className="t-h4">{isTrue ? 'At its true size' : 'Drawn to scale'}</h2>
      <p className="mt-2 mb-0 text-granite" aria-live="polite">
        <Explanation drawing={drawing} isKnown={isKnown} isTrue={isTrue} layout={layout} />
      </p>
      <SizesOfVariants variants={variants} />
      <fieldset className="m-0 mt-4 border-0 p-0">
        <legend className="field-label p-0">Compare with</legend>
        <div className="flex flex-wrap gap-2">
          {comparisons.map(({ key: each, name }) => (
            <button key={each} type="button" className="chip" aria-pressed={each === key} onClick={() => setKey(each)}>
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-1">
        {!isKnown ? (
          <Button onClick={onCalibrate}>Show its true size</Button>
        ) : (
          <>
            <Button look="line" onClick={() => setFitted(!isFitted)}>
              {isFitted ? 'Show its true size' : 'Fit to screen'}
            </Button>
            <button type="button" className="btn-text" onClick={onCalibrate}>
              <span>Measure the screen again</span>
            </button>
          </>
        )}
      </div>
    </StageLayout>
  )
}

type ExplanationProps = { drawing: Drawing; isKnown: boolean; isTrue: boolean; layout: DrawingLayout }

function Explanation({ drawing: { widthMm, heightMm, pictured }, isKnown, isTrue, layout }: ExplanationProps) {
  const frame = pictured
    ? ''
    : `The frame is ${lengthText(widthMm)} × ${lengthText(heightMm)}, the two longest sides of the product. `
  if (layout.isTooLarge)
    return `${frame}It is larger than this window. Scroll to see all of it, or fit it to the screen.`
  if (isTrue)
    return `${frame}Hold your card or coin against the screen: it must match the drawn one.${layout.isScrolled ? ' Scroll to see it.' : ''}`
  if (isKnown) return `${frame}Drawn to fit the screen. The line below the drawing shows the scale.`
  return `${frame}A bank card tells this page how large your screen is. Then you see the product as large as it is.`
}

/** The picture shows one of them. */
function SizesOfVariants({ variants }: { variants: Variant[] }) {
  const sizes = variants.filter(({ kind, measure }) => kind === 'size' && measure)
  if (sizes.length === 0) return null
  const texts = sizes.map(({ value, measure }) => `${value} ${measure}`)
  return <p className="t-note mt-2 mb-0">The picture shows one size. Sizes: {texts.join('; ')}.</p>
}
