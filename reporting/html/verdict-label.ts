import { html, Markup } from '../markup/markup.ts'
import { LOOKS, type Said, wordFor } from '../text/said.ts'

const CIRCLE = 'M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z'
const OCTAGON = '<path fill="currentColor" d="M5 .5h6L15.5 5v6L11 15.5H5L.5 11V5z"/>'
const DISC = '<circle cx="8" cy="8" r="7.5" fill="currentColor"/>'
const on = (path: string) => `<path class="ink" d="${path}"/>`
const line = (path: string) => `<path class="line" d="${path}"/>`

// Each has its own outline, so that they can be told apart without colours, even in a photocopy.
const SHAPES = {
  check: `${DISC}${on('M4.6 8.3l2.4 2.4 4.4-5')}`,
  cross: `${OCTAGON}${on('M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4')}`,
  ring: '<circle class="line" cx="8" cy="8" r="6.5" stroke-dasharray="3.1 2"/>',
  unequal: `<path fill="currentColor" d="M8 0l8 8-8 8-8-8z"/>${on('M5 6.6h6M5 9.6h6M9.4 4.8L6.6 11.4')}`,
  bar: `${DISC}${on('M4.2 8h7.6')}`,
  slash: `${line(CIRCLE)}${line('M3.6 12.4l8.8-8.8')}`,
  wedge: `<path fill="currentColor" d="M8 .8l7.6 13.9H.4z"/>${on('M8 5.6v4.2M8 12.2v.1')}`,
  clock: `${line(CIRCLE)}${line('M8 4.4V8l2.4 1.6')}`,
  dot: '<circle cx="8" cy="8" r="3.4" fill="currentColor"/>',
} as const

/** A verdict as a shape, a word and a colour. Each of them alone is enough to recognise it. */
export function verdictLabel(said: Said): Markup {
  return html`<span class="verdict ${said}">${shapeMark(said)}<span>${wordFor(said)}</span></span>`
}

export function shapeMark(said: Said): Markup {
  const shape = new Markup(SHAPES[LOOKS[said].shape])
  return html`<svg class="shape" viewBox="0 0 16 16" aria-hidden="true">${shape}</svg>`
}
