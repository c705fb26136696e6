import type { CertificationProgress } from '../../../certification/runner/progress.ts'

type Begun = Extract<CertificationProgress, { event: 'begun' }>

/** What is printed when a run begins. */
export type Heading = (begun: Begun) => string

type Known = {
  readonly isService: boolean
  /** What the profile was read from. */
  readonly profileSource: string
  readonly seed: number | undefined
  readonly tls: boolean | undefined
  /** Where the run can be watched; undefined where it has no page. */
  readonly page: string | undefined
}

/** What a run says of itself when it begins. */
export function headingOf({ isService, profileSource, seed, tls, page }: Known): Heading {
  return ({ scenarios, of }) => {
    const which =
      scenarios.length === of ? `all ${of}` : `${scenarios.length} of ${of}: this can't become a certificate`
    const lines = [
      'Partner Purchase API, certification of a client',
      `  Client     ${isService ? 'a service, listened to' : 'started once for each scenario'}`,
      `  Profile    ${profileSource}`,
      `  Scenarios  ${which}`,
      ...(tls === true ? ['  TLS        https, by a certificate made for this run'] : []),
      ...(seed === undefined ? [] : [`  Cards      named by the seed ${seed}, in an order of its own`]),
      ...(page === undefined ? [] : [`  Watch it   ${page}`]),
    ]
    return `${lines.join('\n')}\n`
  }
}
