/** On paper: what is folded stays away, but for the line that names it; what belongs together stays on one page. */
export const PRINT = `
@media print {
  @page { margin: 15mm 15mm }
  html { font-size: 9.5pt }
  body { max-width: none; padding: 0 }
  body > footer { margin-top: 6mm }
  .skip, nav, .controls, .copy { display: none }
  section { margin-top: 2rem }
  article, .item { margin-top: 1rem; padding-top: 1rem }
  h2, h3, .title, .when, summary { break-after: avoid }
  .clause .message, .item, .fold > summary, .checks li > div > p, tr, blockquote, dl.lesson { break-inside: avoid }
  details:not([open]):not(.keep) { display: none }
  .fold > summary { padding: .125rem 0; break-after: auto }
  .fold > summary::after { content: none }
  .fold[open] > summary { break-after: avoid }
  .paper > :not(summary) { display: block }
  .paper::details-content { content-visibility: visible; block-size: auto; display: block }
  .exchanges { font-size: .8125rem }
  .exchanges pre { font-size: .6875rem; padding: 0; background: none }
  summary { list-style: none }
  summary::-webkit-details-marker { display: none }
}
`
