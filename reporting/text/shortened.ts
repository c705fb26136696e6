/** A text cut in its middle, such as `SHOP:0900…821a25b`: both ends tell one reference from another. */
export function shortened(text: string, longest = 20): string {
  const characters = [...text]
  if (characters.length <= longest) return text
  const [beginning, end] = [Math.ceil(longest * 0.45), Math.floor(longest * 0.35)]
  return `${characters.slice(0, beginning).join('')}…${characters.slice(-end).join('')}`
}
