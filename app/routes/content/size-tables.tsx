import {
  bangleTable,
  braceletEase,
  circumferenceOf,
  diameterOf,
  ringSizeOf,
  ringTable,
} from '#modules/catalog/sizes.ts'

const millimeters = (length: number) => (Math.round(length * 10) / 10).toFixed(1)
const inches = (length: number) => (length / 25.4).toFixed(1)

const ringRows = ringTable.map((diameter) => {
  const { us, uk, eu, nepal } = ringSizeOf(diameter)
  return [us, uk, eu, nepal, millimeters(diameter), millimeters(circumferenceOf(diameter))]
})

export function RingTable() {
  return (
    <SizeTable
      caption="Ring sizes"
      columns={['US', 'UK', 'EU', 'India, Nepal', 'Inside (mm)', 'Around (mm)']}
      rows={ringRows}
    />
  )
}

const braceletRows = [140, 150, 160, 170, 180, 190, 200].map((wrist) => {
  const around = wrist + braceletEase
  return [String(wrist), String(around), inches(around), millimeters(diameterOf(around))]
})

export function BraceletTable() {
  return (
    <SizeTable
      caption="Bracelet sizes"
      columns={['Wrist (mm)', 'Bracelet (mm)', 'Inches', 'Inside (mm)']}
      rows={braceletRows}
    />
  )
}

const bangleRows = bangleTable.map(({ number, diameter }) => [
  number,
  millimeters(diameter),
  millimeters(circumferenceOf(diameter)),
])

export function BangleTable() {
  return (
    <SizeTable
      caption="Bangle sizes"
      columns={['India, Nepal', 'Inside (mm)', 'Around the hand (mm)']}
      rows={bangleRows}
    />
  )
}

type Props = { caption: string; columns: string[]; rows: string[][] }

function SizeTable({ caption, columns, rows }: Props) {
  return (
    <table className="table max-w-4xl">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, index) => (
              <td key={columns[index]} className="py-2">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
