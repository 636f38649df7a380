import { useState } from 'react'
import { href, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { StepButton } from '#app/ui/step-button.tsx'
import type { Variant } from '#modules/catalog/contract.ts'
import {
  braceletEase,
  circumferenceIn,
  circumferenceOf,
  fittingVariants,
  ringDiameters,
  type SizeKind,
  wrists,
} from '#modules/catalog/sizes.ts'
import { BraceletSizes, RingSizes } from './size-result.tsx'
import { StageLayout } from './stage.tsx'

type Props = {
  kind: SizeKind
  scale: number | undefined
  variants: Variant[]
  onChoose: ((variant: Variant) => void) | undefined
  onCalibrate: () => void
}

const fields = {
  ring: { label: 'Around your finger (mm)', min: Math.floor(circumferenceOf(ringDiameters.min)), max: 70, ease: 0 },
  bracelet: { label: 'Around your wrist (mm)', ...wrists, ease: braceletEase },
} as const

const ways = { ring: 'A ring you own', strip: 'A paper strip' } as const

/** Finds the size of a ring or bracelet from a ring on the screen or the length of a paper strip. */
export function Sizer({ kind, scale, variants, onChoose, onCalibrate }: Props) {
  const [way, setWay] = useState<keyof typeof ways>(kind === 'ring' ? 'ring' : 'strip')
  const [diameter, setDiameter] = useState(17.3)
  const [typed, setTyped] = useState('')
  const { min, max, ease } = fields[kind]
  const entered = Number(typed.replace(',', '.'))
  const isEntered = typed.trim() !== '' && entered >= min && entered <= max
  const onRing = way === 'ring'
  const circumference = onRing ? scale && circumferenceOf(diameter) : isEntered ? entered + ease : undefined
  return (
    <StageLayout
      stage={
        onRing && scale ? (
          <div className="absolute inset-0 grid place-items-center overflow-hidden">
            <div
              role="img"
              aria-label={`Circle, ${diameter.toFixed(2)} mm across`}
              className="rounded-full border border-ink bg-paper"
              style={{ width: diameter * scale, height: diameter * scale }}
            />
          </div>
        ) : (
          <StripDrawing kind={kind} />
        )
      }
    >
      <h2 className="t-h4">Find your size</h2>
      {kind === 'ring' && (
        <fieldset className="m-0 mt-3 flex flex-wrap gap-2 border-0 p-0">
          <legend className="sr-only">Measure with</legend>
          {(['ring', 'strip'] as const).map((each) => (
            <button key={each} type="button" className="chip" aria-pressed={each === way} onClick={() => setWay(each)}>
              {ways[each]}
            </button>
          ))}
        </fieldset>
      )}
      {onRing ? (
        <RingOnScreen scale={scale} diameter={diameter} onDiameter={setDiameter} onCalibrate={onCalibrate} />
      ) : (
        <>
          <p className="mt-3 mb-3 text-granite">
            Lay a strip of paper around {kind === 'ring' ? 'the finger' : 'the wrist'}, close but not tight. Mark where
            it meets and measure the length.{' '}
            <Link className="underline underline-offset-4" to={`${href('/size-guide')}#paper-strip`} target="_blank">
              Print a strip with a ruler
            </Link>
          </p>
          <Field
            label={fields[kind].label}
            name="circumference"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={typed.trim() !== '' && !isEntered ? `Please enter ${min} to ${max} mm.` : undefined}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </>
      )}
      <div aria-live="polite">
        {circumference !== undefined && (
          <>
            <FittingText kind={kind} circumference={circumference} variants={variants} />
            {kind === 'ring' ? <RingSizes circumference={circumference} /> : <BraceletSizes around={circumference} />}
          </>
        )}
      </div>
      {circumference !== undefined && (
        <FittingList kind={kind} circumference={circumference} variants={variants} onChoose={onChoose} />
      )}
    </StageLayout>
  )
}

type RingProps = {
  scale: number | undefined
  diameter: number
  onDiameter: (diameter: number) => void
  onCalibrate: () => void
}

function RingOnScreen({ scale, diameter, onDiameter, onCalibrate }: RingProps) {
  if (!scale)
    return (
      <>
        <p className="mt-3 mb-4 text-granite">
          A bank card tells this page how large your screen is. Then you lay a ring on a circle of a known size.
        </p>
        <Button onClick={onCalibrate}>Measure the screen</Button>
      </>
    )
  const { min, max } = ringDiameters
  const change = (by: number) => onDiameter(Math.min(max, Math.max(min, Math.round((diameter + by) * 20) / 20)))
  return (
    <>
      <p className="mt-3 mb-1 text-granite">
        Lay a ring that fits you on the circle. Change the circle until it just fills the inside of the ring.
      </p>
      <div className="flex items-center gap-1">
        <StepButton label="Smaller" disabled={diameter <= min} onPress={() => change(-0.05)}>
          <span className="text-[1.25rem] leading-none">−</span>
        </StepButton>
        <input
          type="range"
          className="h-11 min-w-0 flex-1 accent-ink"
          aria-label="Inside of the ring"
          aria-valuetext={`${diameter.toFixed(2)} mm across`}
          min={min}
          max={max}
          step={0.05}
          value={diameter}
          onChange={({ currentTarget }) => onDiameter(Number(currentTarget.value))}
        />
        <StepButton label="Larger" disabled={diameter >= max} onPress={() => change(0.05)}>
          <Icon name="plus" />
        </StepButton>
      </div>
      <button type="button" className="btn-text" onClick={onCalibrate}>
        <span>Measure the screen again</span>
      </button>
    </>
  )
}

/** A strip of paper around a finger or a wrist, seen from its end. */
function StripDrawing({ kind }: { kind: SizeKind }) {
  return (
    <svg
      className="absolute inset-0 m-auto h-[min(60%,16rem)] fill-none stroke-current *:[vector-effect:non-scaling-stroke]"
      viewBox="0 0 120 120"
      aria-hidden="true"
    >
      <ellipse cx="60" cy="60" rx={kind === 'ring' ? 36 : 42} ry={kind === 'ring' ? 34 : 32} className="fill-stone" />
      <path d={kind === 'ring' ? 'M60 22a40 38 0 1 0 1 0M61 22l34-5' : 'M60 24a46 36 0 1 0 1 0M61 24l38-6'} />
      <path d="M60 16v12" />
    </svg>
  )
}

type FittingProps = { kind: SizeKind; circumference: number; variants: Variant[] }

const isMeasured = ({ measure }: Variant) => circumferenceIn(measure) !== undefined

function FittingText({ kind, circumference, variants }: FittingProps) {
  const measured = variants.filter(isMeasured)
  if (measured.length === 0) return null
  const [best] = fittingVariants(measured, kind, circumference)
  if (!best) return <p className="mt-2 mb-0">None of the sizes of this product fits you.</p>
  return (
    <p className="mt-2 mb-0">
      {best.value} fits you{best.stock === 0 && '. It is sold out'}.
    </p>
  )
}

type ListProps = FittingProps & { onChoose: ((variant: Variant) => void) | undefined }

function FittingList({ kind, circumference, variants, onChoose }: ListProps) {
  const measured = variants.filter(isMeasured)
  if (measured.length === 0) return null
  const fitting = fittingVariants(measured, kind, circumference)
  return (
    <ul className="m-0 mt-4 list-none p-0" aria-label="Sizes of this product">
      {measured.map((variant) => (
        <li
          key={variant.id}
          className="flex min-h-target flex-wrap items-center justify-between gap-x-4 border-rule border-t py-1 data-fits:pl-3 data-fits:shadow-[inset_2px_0_0_var(--color-ink)]"
          data-fits={fitting.includes(variant) || undefined}
        >
          <span>
            {variant.value} <span className="t-note">{variant.measure}</span>
            {fitting.includes(variant) && <span className="block text-note">Fits you</span>}
          </span>
          {variant.stock === 0 ? (
            <span className="t-note">Sold out</span>
          ) : (
            onChoose && (
              <button type="button" className="btn-text" onClick={() => onChoose(variant)}>
                <span>Choose {variant.value}</span>
              </button>
            )
          )}
        </li>
      ))}
    </ul>
  )
}
