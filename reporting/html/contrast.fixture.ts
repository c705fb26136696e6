import type { Page } from 'playwright-core'

/** A text on the page, and its contrast with its background: at most 21 to 1 (WCAG 2.2, 1.4.3). */
export type Contrast = { readonly text: string; readonly ratio: number }

/** The contrast of every visible text within the elements of a selector. */
export function contrastsOf(page: Page, selector: string): Promise<Contrast[]> {
  return page.evaluate((wanted) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
        const part = channel / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const groundOf = (element: Element | null): string => {
      if (element === null) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return channels(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor
    }
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      )
    return [...document.querySelectorAll(wanted)].filter(hasText).map((element) => {
      const both = [luminance(getComputedStyle(element).color), luminance(groundOf(element))]
      const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
      return { text: element.textContent ?? '', ratio }
    })
  }, selector)
}
