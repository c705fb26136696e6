import type { Page } from 'playwright-core'

/** The pairs of words that touch each other in the pictures of a page, and the words that a picture does not hold. */
export function overlapsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxOf = (text: Element) => ({
      text: text.textContent ?? '',
      ...text.getBoundingClientRect().toJSON(),
    })
    type Box = ReturnType<typeof boxOf>
    const touch = (one: Box, other: Box) =>
      one.left < other.right &&
      other.left < one.right &&
      one.top + 2 < other.bottom &&
      other.top + 2 < one.bottom
    return [...document.querySelectorAll('.picture svg')].flatMap((picture) => {
      const frame = picture.getBoundingClientRect()
      const boxes = [...picture.querySelectorAll('text')].map(boxOf)
      const outside = boxes.filter(({ left, right }) => left < frame.left - 1 || right > frame.right + 1)
      const pairs = boxes.flatMap((one, index) =>
        boxes.slice(index + 1).flatMap((other) => (touch(one, other) ? [`${one.text} | ${other.text}`] : [])),
      )
      return [...pairs, ...outside.map(({ text }) => `${text} | outside`)]
    })
  })
}
