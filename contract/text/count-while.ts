/** How many at the beginning of a sorted list fulfil a condition that none after them does, by binary search. */
export function countWhile<One>(sorted: readonly One[], isBefore: (one: One) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(sorted[middle] as One)) low = middle + 1
    else high = middle
  }
  return low
}
