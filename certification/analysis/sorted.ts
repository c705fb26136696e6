/**
 * How many items of a list come before the first that a predicate is false of: by halving, since a client may send
 * thousands of requests.
 *
 * @param list sorted so that the predicate, once it is false, stays so.
 */
export function countWhile<Item>(list: readonly Item[], predicate: (item: Item) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    // The index is within the bounds, but the compiler cannot know that.
    if (predicate(list[middle] as Item)) low = middle + 1
    else high = middle
  }
  return low
}
