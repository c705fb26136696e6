/** What a certification says beside a contract suite: the certificate. */
export const CERTIFICATE = `
.subject { margin-top: .375rem; font-size: 1.25rem; font-weight: 600 }
.next { margin-top: .5rem; max-width: 40rem }
.tally { margin-top: .75rem; color: var(--quiet) }
.tally + .strip { margin-top: .5rem }
.digest { font-size: .8125rem }
.certified { margin-top: 1rem }
.certified dl { margin-top: .75rem; line-height: 1.55 }
.certified dl > div { padding: .0625rem 0; column-gap: .75rem }
.roll-title { margin-top: 1.25rem; font-weight: 600 }
.issuer, .send { max-width: 44rem }
.send { margin-top: 1rem }
.title .detail { display: inline; margin-left: .375rem }
nav .scenarios { margin-top: 1rem }
.output { margin-top: .75rem; font-size: .9375rem }
.output .side { margin-top: .5rem }
.output pre { max-height: 24rem; overflow-y: auto; padding: .5rem .75rem; background: var(--tint); border-radius: 4px }
@media screen and (max-width: 75rem) { .certificate ~ nav { display: none } }
@media print {
  .certificate { break-after: page; margin-top: 0 }
  .alone .certificate { break-after: auto }
  .certificate .next { display: none }
  .certificate .roll { columns: 4; font-size: 7pt; margin-top: 1mm }
  .certificate .roll-title { margin-top: 2mm }
  .certified { margin-top: 2mm; font-size: 8pt }
  .certified dl { margin-top: 2mm; line-height: 1.3 }
  .certified dl > div { grid-template-columns: 15rem 1fr }
  .certificate .roll li { line-height: 1.1; padding: 0 }
  .certificate .lead, .certificate .subject { font-size: 11pt }
  .certificate .tally { font-size: 9pt; margin-top: 1mm }
  .issuer, .send { max-width: none }
  .digest { font-size: 6.5pt }
  .send { margin-top: 2mm }
  .certified > summary { display: none }
  .output pre { max-height: none }
}
`
