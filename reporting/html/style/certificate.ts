/** The parts that only a certification has: the meaning of the verdict, and the advice for broken clauses. */
export const CERTIFICATE = `
.next { margin-top: .75rem; max-width: 40rem }
.tally { margin-top: 1.25rem; color: var(--quiet) }
.tally + .strip { margin-top: .625rem }
.digest { font-size: .8125rem }
dl.lesson { --mark: 7.5rem; margin-top: .75rem; line-height: 1.55 }
dl.lesson > div { padding: .25rem 0 }
.lesson cite { color: var(--quiet) }
.lesson .reference p + p { margin-top: .25rem }
.lesson .remedy dd { font-weight: 600 }
.lesson .command code { display: block; padding: .375rem .625rem; background: var(--tint); border-radius: 4px; white-space: pre-wrap }
.places a + a { margin-left: .75rem }
.title .detail { display: inline; margin-left: .375rem }
p.places { margin-top: .25rem }
nav .scenarios { margin-top: 1rem }
@media screen and (max-width: 40rem) {
  dl.lesson > div { grid-template-columns: minmax(0, 1fr) }
  dl.lesson dt { font-size: .875rem }
}
@media print { dl.lesson > div { break-inside: avoid } }
`
