const numerals = ['१', '२', '३']

type Props = { items: readonly { title: string; text: string }[]; centred?: boolean }

/** Up to three things side by side, counted in Devanagari. */
export function Numbered({ items, centred = false }: Props) {
  return (
    <ul className={centred ? 'numbered is-centred' : 'numbered'}>
      {items.map(({ title, text }, index) => (
        <li key={title}>
          <span className="t-deva text-seal" lang="ne" aria-hidden="true">
            {numerals[index]}
          </span>
          <h3 className="t-h4">{title}</h3>
          <p className="text-granite">{text}</p>
        </li>
      ))}
    </ul>
  )
}
