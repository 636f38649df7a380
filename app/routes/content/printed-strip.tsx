import '#app/styles/size-guide.css'
import { bankCard } from '#app/lib/screen-scale.ts'
import { RingTable } from './size-tables.tsx'

const stripLength = 220
const stripWidth = 16
const checkLength = 100

/** What the size guide prints: a ruler to cut out, two lines to check the printer, and the table of rings. */
export function PrintedStrip() {
  return (
    <div className="printed-strip">
      <svg
        className="strip"
        width={`${stripWidth}mm`}
        height={`${stripLength}mm`}
        viewBox={`0 0 ${stripWidth} ${stripLength}`}
        role="img"
        aria-label={`Ruler, ${stripLength} mm`}
      >
        <rect x="0.1" y="0.1" width={stripWidth - 0.2} height={stripLength - 0.2} />
        <path d={ticks} />
        {Array.from({ length: stripLength / 10 - 1 }, (_, index) => (index + 1) * 10).map((length) => (
          <text key={length} x="9" y={length + 1}>
            {length}
          </text>
        ))}
      </svg>
      <div>
        <p className="t-h3 m-0">Paper strip for rings and bracelets</p>
        <ol>
          <li>Print at 100 %, without “fit to page”.</li>
          <li>Check: the line below is 100 mm long, and a bank card covers the frame exactly.</li>
          <li>Cut out the ruler. Lay it around the finger or wrist, numbers outside, starting at 0.</li>
          <li>Read the millimetres where the strip meets its end. This is the size “Around”.</li>
        </ol>
        <svg
          className="check-bar"
          width={`${checkLength}mm`}
          height="6mm"
          viewBox={`0 0 ${checkLength} 6`}
          role="img"
          aria-label={`Line, ${checkLength} mm`}
        >
          <path d={`M0.1 0v6M${checkLength - 0.1} 0v6M0 3h${checkLength}`} />
        </svg>
        <svg
          className="check-card"
          width={`${bankCard.width}mm`}
          height={`${bankCard.height}mm`}
          viewBox={`0 0 ${bankCard.width} ${bankCard.height}`}
          role="img"
          aria-label="Frame of a bank card"
        >
          <rect x="0.1" y="0.1" width={bankCard.width - 0.2} height={bankCard.height - 0.2} rx={bankCard.radius} />
        </svg>
        <RingTable />
      </div>
    </div>
  )
}

const tickLength = (length: number) => (length % 10 === 0 ? 8 : length % 5 === 0 ? 6 : 4)
const ticks = Array.from({ length: stripLength - 1 }, (_, index) => `M0 ${index + 1}h${tickLength(index + 1)}`).join('')
