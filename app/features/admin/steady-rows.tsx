import { Component, createRef, type ReactNode } from 'react'

type Props = { search: string; children: ReactNode }
type Place = { row: Element; top: number }

const topOf = (row: Element) => row.getBoundingClientRect().top

/** The rows on the screen stay in place when others come or go above them. Only a class can measure before the change. */
export class SteadyRows extends Component<Props, object, Place | null> {
  readonly body = createRef<HTMLTableSectionElement>()

  override getSnapshotBeforeUpdate({ search }: Props): Place | null {
    const rows = [...(this.body.current?.rows ?? [])]
    const row = rows.find((each) => topOf(each) >= 0)
    // Rows that come while the beginning of the list is on the screen should be seen.
    return search === this.props.search && row && row !== rows[0] ? { row, top: topOf(row) } : null
  }

  override componentDidUpdate(_props: Props, _state: object, place: Place | null): void {
    if (place?.row.isConnected) window.scrollBy(0, topOf(place.row) - place.top)
  }

  override render() {
    return <tbody ref={this.body}>{this.props.children}</tbody>
  }
}
