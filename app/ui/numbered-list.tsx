const numerals = ['१', '२', '३']

type Props = { items: readonly { title: string; text: string }[]; centered?: boolean }

/** Up to three items side by side, with Devanagari numerals. */
export function NumberedList({ items, centered = false }: Props) {
  return (
    <ul className={centered ? 'numbered-list is-centered' : 'numbered-list'}>
      {items.map(({ title, text }, index) => (
        <li key={title}>
          <span className="t-devanagari text-seal" lang="ne" aria-hidden="true">
            {numerals[index]}
          </span>
          <h3 className="t-h4">{title}</h3>
          <p className="text-granite">{text}</p>
        </li>
      ))}
    </ul>
  )
}
