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
.title .detail { display: inline; margin-left: .375rem }
nav .scenarios { margin-top: 1rem }
.output { margin-top: .75rem; font-size: .9375rem }
.output .side { margin-top: .5rem }
.output pre { max-height: 24rem; overflow-y: auto; padding: .5rem .75rem; background: var(--tint); border-radius: 4px }
@media screen and (max-width: 75rem) { .certificate ~ nav { display: none } }
@media print {
  .certificate { break-after: page; margin-top: 4mm }
  .alone .certificate { break-after: auto }
  .certificate .next { display: none }
  .certificate .roll { columns: 3; font-size: 8.5pt }
  .certificate .roll-title { margin-top: 4mm }
  .certified > summary { display: none }
  .output pre { max-height: none }
}
`
