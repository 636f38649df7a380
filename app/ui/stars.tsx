const most = 5
const side = 20
const width = most * side

/** One five-pointed star after the other, each in a square of `side`. */
const path = Array.from({ length: most }, (_, star) => starAt(star * side + side / 2)).join('')

function starAt(middle: number): string {
  const corners = Array.from({ length: 10 }, (_, corner) => {
    const radius = corner % 2 === 0 ? 8 : 3.4
    const turn = (corner * Math.PI) / 5
    return `${(middle + radius * Math.sin(turn)).toFixed(2)} ${(side / 2 - radius * Math.cos(turn)).toFixed(2)}`
  })
  return `M${corners.join('L')}Z`
}

/** Always beside words, so hidden from screen readers. */
export function Stars({ rating }: { rating: number }) {
  return (
    <svg className="stars" viewBox={`0 0 ${width} ${side}`} width={width} height={side} aria-hidden="true">
      <path d={path} />
      {/* A drawing inside a drawing is cut off at its own edge. */}
      <svg width={(rating / most) * width} height={side} aria-hidden="true">
        <path d={path} className="stars-given" />
      </svg>
    </svg>
  )
}
