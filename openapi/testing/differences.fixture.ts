import { childPointer } from '../../contract/wire/json-pointer.ts'
/** Where two documents differ, as JSON Pointers to the outermost parts of which only one has each. */
export function differencesOf(one: unknown, other: unknown, place = ''): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other ? [] : [place]
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
    const inside = childPointer(place, name)
    return left.has(name) && right.has(name)
      ? differencesOf(left.get(name), right.get(name), inside)
      : [inside]
  })
}
