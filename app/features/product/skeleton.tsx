/** Has the size of a product card, so the layout does not shift. */
export function CardSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton aspect-tile" />
      <div className="skeleton mt-3 h-[25px] w-4/5 md:mt-4" />
      <div className="card-foot">
        <div className="flex h-6 items-center">
          <div className="skeleton h-3.5 w-14" />
        </div>
        <div className="flex h-11 items-center">
          <div className="skeleton h-3.5 w-24" />
        </div>
      </div>
    </div>
  )
}
