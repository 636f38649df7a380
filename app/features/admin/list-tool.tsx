import { Icon } from '#app/ui/icons.tsx'

type Props = {
  icon: 'up' | 'down' | 'left' | 'right' | 'close'
  label: string
  isDisabled?: boolean
  onClick: () => void
}

/** A button that moves or removes an item of a list. */
export function ListTool({ icon, label, isDisabled = false, onClick }: Props) {
  return (
    <button
      type="button"
      className="icon-btn shrink-0 disabled:text-rule"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon === 'up' ? 'down' : icon} className={icon === 'up' ? 'ico rotate-180' : 'ico'} />
    </button>
  )
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const [item] = items.slice(from, from + 1)
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item)
}
