/**
 * Has contestants take turns: each once a round, and each round begun by the next of them, so that nobody always
 * follows the same one.
 *
 * @returns what was measured of each, by round.
 */
export async function takeTurns<Contestant, Sample>(
  contestants: readonly Contestant[],
  rounds: number,
  measure: (contestant: Contestant, round: number) => Promise<Sample>,
): Promise<Map<Contestant, Sample[]>> {
  const samples = new Map<Contestant, Sample[]>(contestants.map((contestant) => [contestant, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of rotated(contestants, round)) {
      samples.get(contestant)?.push(await measure(contestant, round))
    }
  }
  return samples
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const first = by % Math.max(items.length, 1)
  return [...items.slice(first), ...items.slice(0, first)]
}
