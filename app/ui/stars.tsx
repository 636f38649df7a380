const maxRating = 5
const starSize = 20
const width = maxRating * starSize

/** Five stars in a row, each in a square of `starSize`. */
const path = Array.from({ length: maxRating }, (_, star) => starAt(star * starSize + starSize / 2)).join('')

function starAt(center: number): string {
  const corners = Array.from({ length: 10 }, (_, corner) => {
    const radius = corner % 2 === 0 ? 8 : 3.4
    const angle = (corner * Math.PI) / 5
    return `${(center + radius * Math.sin(angle)).toFixed(2)} ${(starSize / 2 - radius * Math.cos(angle)).toFixed(2)}`
  })
  return `M${corners.join('L')}Z`
}

/** Hidden from screen readers; a text always stands beside it. */
export function Stars({ rating }: { rating: number }) {
  return (
    <svg
      className="h-4 w-20 flex-none fill-rule"
      viewBox={`0 0 ${width} ${starSize}`}
      width={width}
      height={starSize}
      aria-hidden="true"
    >
      <path d={path} />
      {/* A nested svg clips the filled stars at its width. */}
      <svg width={(rating / maxRating) * width} height={starSize} aria-hidden="true">
        <path d={path} className="fill-ink" />
      </svg>
    </svg>
  )
}
