/** Takes turns, so that a busy moment of the machine falls on every side alike. */
export async function takeTurns<Side extends string, Result>(
  rounds: number,
  sides: Record<Side, () => Promise<Result>>,
): Promise<Record<Side, Result[]>> {
  const names = Object.keys(sides) as Side[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, Result[]>
  for (let turn = 0; turn < rounds; turn++) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) results[name].push(await sides[name]())
  }
  return results
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
