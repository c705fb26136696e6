import { html, type Markup } from '../markup/markup.ts'
import type { Heights } from './layout/heights.ts'
import type { RowArrow } from './layout/rows.ts'
import { px } from './px.ts'

const HEAD = 7
const HALF_HEAD = 3.5

/** How far an answer got from the service, as a share of the way. */
const REACH = { lost: 0.3, cut: 0.6, none: 0 } as const

/** From the client to the service. */
export function requestArrow({ requestX, blame }: RowArrow, { client, service }: Heights): Markup | null {
  if (requestX === null) return null
  const foot = service - 5
  return html`<g class="request${blame === null ? '' : ` ${blame}`}"><path class="shaft" d="M${px(requestX)} ${client}V${foot - HEAD}"/><path class="head" d="M${px(requestX)} ${foot}l${-HALF_HEAD} ${-HEAD}h${HEAD}z"/></g>`
}

/** From the service to the client; or as far as it got. */
export function answerArrow({ answerX, delivery }: RowArrow, { client, service }: Heights): Markup | null {
  if (answerX === null || delivery === 'none') return null
  const x = px(answerX)
  if (delivery === 'delivered') {
    const tip = client + 4
    return html`<g class="answer"><path class="shaft" d="M${x} ${service}V${tip + HEAD}"/><path class="head" d="M${x} ${tip}l${-HALF_HEAD} ${HEAD}h${HEAD}z"/></g>`
  }
  const end = Math.round(service - (service - client) * REACH[delivery])
  return html`<g class="answer lost"><path class="shaft" d="M${x} ${service}V${end + 5}"/><path class="cross" d="M${px(answerX - 4.5)} ${end - 4.5}l9 9m0 -9l-9 9"/></g>`
}

/** The moment from which an order is bought, and each at which it was found again. */
export function commitPoint({ requestX, effect, blame }: RowArrow, { service }: Heights): Markup | null {
  if (requestX === null || effect === null || effect === 'none') return null
  const blamed = blame !== null && effect === 'recorded' ? ` ${blame}` : ''
  return html`<circle class="${effect}${blamed}" cx="${px(requestX)}" cy="${service}" r="${effect === 'recorded' ? 5 : 4}"/>`
}
