import type { CertificationProgress } from '../../../certification/progress.ts'
import { EVERY_ADDRESS } from '../../../mock-server/http/listen.ts'
import { headingText } from '../../terminal/terminal.ts'

type Begun = Extract<CertificationProgress, { event: 'begun' }>

export type Heading = (begun: Begun) => string

type Known = {
  /** Where it listens to a service; undefined where it starts the client. */
  readonly host: string | undefined
  readonly profileSource: string
  readonly cards: 'plain' | 'secret'
  /** Whose certificate it proves itself by; undefined where it serves http. */
  readonly tls: string | undefined
}

const CARDS = {
  plain: 'named as their scenarios: the client can read what will happen',
  secret: 'with ordinary names, in a random order: the report says which was which',
}

export function headingOf({ host, profileSource, cards, tls }: Known): Heading {
  const on = host !== undefined && host in EVERY_ADDRESS ? ` on ${host}, every address of this machine` : ''
  return ({ scenarios, of }) => {
    const chosen =
      scenarios.length === of ? `all ${of}` : `${scenarios.length} of ${of}: this can't become a certificate`
    const started = `started ${scenarios.length > 1 ? 'once alone, then ' : ''}once for each scenario`
    const text = headingText('Partner Purchase API, certification of a client', {
      Client: host === undefined ? started : `a service, listened to${on}`,
      Profile: profileSource,
      Scenarios: chosen,
      TLS: tls && `https, by ${tls}`,
      Cards: CARDS[cards],
    })
    return `${text}\n`
  }
}
