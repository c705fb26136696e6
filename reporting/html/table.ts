import { html, type Markup } from '../markup/markup.ts'

/** A table of which each row is about one thing: what is said of it, the thing itself, and a note. */
export function table(heads: readonly string[], rows: readonly Markup[]): Markup {
  return html`<table role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows}</tbody>
</table>`
}

/** A row of such a table. Roles are said, since the style takes cells out of the layout of a table. */
export function tableRow(said: Markup, thing: Markup, note: Markup, id?: string): Markup {
  return html`
<tr role="row"${id === undefined ? null : html` id="${id}"`}>
<td role="cell">${said}</td>
<th role="rowheader" scope="row">${thing}</th>
<td role="cell">${note}</td>
</tr>`
}
