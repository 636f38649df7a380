const numerals = ['१', '२', '३']

type Props = { items: readonly { title: string; text: string }[]; centered?: boolean }

/** Up to three items side by side, with Devanagari numerals. */
export function NumberedList({ items, centered = false }: Props) {
  return (
    <ul className={`grid md:grid-cols-3 ${centered ? 'text-center' : 'border-rule border-t'}`}>
      {items.map(({ title, text }, index) => (
        <li
          key={title}
          className={`border-rule py-8 max-md:not-last:border-b md:not-last:border-r md:px-[clamp(2rem,3.6vw,3.5rem)] ${centered ? 'md:py-12' : 'md:first:pl-0 md:last:pr-0'}`}
        >
          <span
            className={`t-devanagari text-seal ${centered ? 'block text-[3.25rem]/none' : 'text-(length:--text-h3)'}`}
            lang="ne"
            aria-hidden="true"
          >
            {numerals[index]}
          </span>
          <h3 className={`t-h4 ${centered ? 'mt-6' : 'mt-4'}`}>{title}</h3>
          <p className={`text-granite ${centered ? 'mx-auto mt-2 max-w-68 text-balance' : 'mt-3'}`}>{text}</p>
        </li>
      ))}
    </ul>
  )
}
