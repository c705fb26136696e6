/** On paper nothing can be unfolded: all of it is shown, and what belongs together stays on one page. */
export const PRINT = `
@media print {
  @page { margin: 18mm 16mm }
  html { font-size: 10pt }
  body { max-width: none; padding: 0 }
  .skip { display: none }
  nav ul { columns: 3 }
  section { margin-top: 2.5rem }
  h2, h3, .title, .when, summary { break-after: avoid }
  .attention > li, .checks li > div > p, tr, blockquote { break-inside: avoid }
  details > :not(summary) { display: block }
  details::details-content { content-visibility: visible; block-size: auto; display: block }
  .exchanges { font-size: .8125rem }
  .exchanges pre { font-size: .6875rem; padding: 0; background: none }
  summary { list-style: none }
  summary::-webkit-details-marker { display: none }
}
`
