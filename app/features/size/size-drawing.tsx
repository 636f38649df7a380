import { useEffect, useRef } from 'react'
import { lengthText, scaleBarLength } from '#app/lib/screen-scale.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { Box, Comparison, Crop, DrawingLayout } from './drawing-layout.ts'
import type { Drawing } from './size-tools-data.ts'

const pixels = ({ left, top, width, height }: Box, scale: number) => ({
  left: left * scale,
  top: top * scale,
  width: width * scale,
  height: height * scale,
})

type Props = { drawing: Drawing; crop: Crop; comparison: Comparison; isUpright: boolean; layout: DrawingLayout }

/** The product and an object of a known size at the same scale. */
export function SizeDrawing({ drawing, crop, comparison, isUpright, layout: { scale, isColumn } }: Props) {
  const belowProduct = (crop.height - crop.product.top - crop.product.height) * scale
  const product = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (scale) product.current?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [scale])
  return (
    <div className={`m-auto flex w-max justify-center gap-6 p-6 ${isColumn ? 'flex-col items-center' : 'items-end'}`}>
      <div className="relative flex-none" style={{ width: crop.width * scale, height: crop.height * scale }}>
        {drawing.pictured && (
          <div className="size-full [mask-image:linear-gradient(transparent,#000_16%,#000_84%,transparent)]">
            <div className="relative size-full overflow-hidden [mask-image:linear-gradient(to_right,transparent,#000_16%,#000_84%,transparent)]">
              <div className="absolute" style={pixels(crop.picture, scale)}>
                <Picture
                  picture={drawing.pictured.picture}
                  sizes={`${Math.ceil(crop.picture.width * scale)}px`}
                  className="size-full max-w-none"
                  decorative
                  eager
                />
              </div>
            </div>
          </div>
        )}
        <div
          role="img"
          aria-label={`The product, ${lengthText(drawing.widthMm)} wide and ${lengthText(drawing.heightMm)} high`}
          ref={product}
          className="absolute"
          style={pixels(crop.product, scale)}
        >
          {!drawing.pictured && <div className="size-full border border-ink bg-snow" />}
        </div>
      </div>
      <ComparisonShape
        comparison={comparison}
        isUpright={isUpright}
        scale={scale}
        marginBottom={isColumn ? 0 : belowProduct}
      />
    </div>
  )
}

const minNameWidth = 100

type ShapeProps = { comparison: Comparison; isUpright: boolean; scale: number; marginBottom: number }

function ComparisonShape({ comparison, isUpright, scale, marginBottom }: ShapeProps) {
  const { name, text, width, height, radius } = comparison
  return (
    <div
      role="img"
      aria-label={`${name}, ${width} mm wide`}
      className="grid flex-none place-content-center overflow-hidden border border-edge bg-snow text-center text-granite text-note"
      style={{
        width: (isUpright ? height : width) * scale,
        height: (isUpright ? width : height) * scale,
        borderRadius: radius * scale,
        marginBottom,
      }}
    >
      {text || (width * scale > minNameWidth && name)}
    </div>
  )
}

export function ScaleBar({ scale }: { scale: number }) {
  const length = scaleBarLength(scale, 140)
  return (
    <div className="pointer-events-none absolute bottom-4 left-5 text-note">
      <p className="m-0">{lengthText(length)}</p>
      <div
        role="img"
        aria-label={`Scale: ${lengthText(length)}`}
        className="mt-1 h-2 border border-ink border-t-0"
        style={{ width: length * scale }}
      />
    </div>
  )
}
