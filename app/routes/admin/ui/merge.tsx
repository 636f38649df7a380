import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'

export type Differing = { key: string; label: string; mine: string; theirs: string }

type Props = { differing: Differing[]; onMerge: (kept: ReadonlySet<string>) => void }

/** Two people have changed one thing: each difference is decided on, and nothing is lost unseen. */
export function Merge({ differing, onMerge }: Props) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  // Whoever has just pressed Save, far below, is taken here.
  useEffect(() => panel.current?.focus(), [])
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (key: string, isTheirs: boolean) => {
    const next = new Set(theirs)
    if (isTheirs) next.add(key)
    else next.delete(key)
    setTheirs(next)
  }
  const kept = new Set(differing.map(({ key }) => key).filter((key) => !theirs.has(key)))
  return (
    <section ref={panel} className="merge" aria-labelledby={id} role="alert" tabIndex={-1}>
      <h2 id={id} className="t-h4">
        <Icon name="alert" /> Somebody has changed this since you opened it
      </h2>
      <p className="m-0 mt-1 text-granite">
        Nothing was saved yet. Choose what is to stand where the two differ, then save again.
      </p>
      {differing.length === 0 && <p className="m-0 mt-3">Nothing that you changed differs from theirs.</p>}
      {differing.map(({ key, label, mine, theirs: other }) => (
        <fieldset key={key}>
          <legend>{label}</legend>
          <Side
            name={`${id} ${key}`}
            title="Yours"
            words={mine}
            isChosen={kept.has(key)}
            choose={() => choose(key, false)}
          />
          <Side
            name={`${id} ${key}`}
            title="Theirs"
            words={other}
            isChosen={!kept.has(key)}
            choose={() => choose(key, true)}
          />
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
      <input className="check" type="radio" name={name} checked={isChosen} onChange={choose} />
      <span>
        <span className="t-note">{title}</span>
        <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{words || 'nothing'}</span>
      </span>
    </label>
  )
}
