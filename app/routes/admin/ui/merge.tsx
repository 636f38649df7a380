import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'

export type Differing = { key: string; label: string; mine: string; theirs: string }

type Props = { differing: Differing[]; onMerge: (kept: ReadonlySet<string>) => void }

/** Two people have changed one thing: each difference is decided on, and nothing is lost unseen. */
export function Merge({ differing, onMerge }: Props) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set(differing.map(({ key }) => key)))
  const keep = (key: string, isMine: boolean) => {
    const next = new Set(kept)
    if (isMine) next.add(key)
    else next.delete(key)
    setKept(next)
  }
  return (
    <section className="merge" aria-labelledby="merge" role="alert">
      <h2 id="merge" className="t-h4">
        <Icon name="alert" /> Somebody has changed this since you opened it
      </h2>
      <p className="m-0 mt-1 text-granite">
        Nothing was saved yet. Choose what is to stand where the two differ, then save again.
      </p>
      {differing.length === 0 && <p className="m-0 mt-3">They changed nothing that you see here.</p>}
      {differing.map(({ key, label, mine, theirs }) => (
        <fieldset key={key}>
          <legend>{label}</legend>
          <Side name={key} title="Yours" words={mine} isChosen={kept.has(key)} choose={() => keep(key, true)} />
          <Side name={key} title="Theirs" words={theirs} isChosen={!kept.has(key)} choose={() => keep(key, false)} />
        </fieldset>
      ))}
      <Button className="mt-4" onClick={() => onMerge(kept)}>
        Put them together
      </Button>
    </section>
  )
}

type SideProps = { name: string; title: string; words: string; isChosen: boolean; choose: () => void }

function Side({ name, title, words, isChosen, choose }: SideProps) {
  return (
    <label>
      <input className="check" type="radio" name={`merge ${name}`} checked={isChosen} onChange={choose} />
      <span>
        <span className="t-note">{title}</span>
        <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{words || 'nothing'}</span>
      </span>
    </label>
  )
}
