import { CLIENT_CLAUSES } from '../../../contract/reference/client-clauses.ts'
import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { ShownClause } from '../../../proxy/page.ts'
import { readHar } from '../../../proxy/read-har.ts'
import { loadProfile } from '../../files/files.ts'
import { jsonFile } from '../../files/report-files.ts'
import { type Io, print } from '../../io.ts'
import { InputError } from '../../terminal/input-error.ts'
import { widthOf } from '../../terminal/terminal.ts'
import { judgedTraffic } from '../proxy/judging.ts'
import { trafficText } from '../proxy/render.ts'
import { DECIDING } from './judge-certification.ts'
import type { JudgeCommandOptions } from './recording-file.ts'

const LOST = 'The recording does not show whether an answer was lost, or what followed it.'

/**
 * Judges the recorded traffic of a real client: its clauses by its requests, those of the service by the answers. It
 * certifies nothing.
 *
 * @returns 1 where a clause of level must is broken, on either side.
 * @throws {InputError | ProxySetupError} for a file that can't be used.
 */
export function judgeCapture(text: string, file: string, options: JudgeCommandOptions, io: Io): number {
  const given = [
    ...DECIDING.filter((name) => name !== 'profile'),
    'report' as const,
    'statement' as const,
  ].find((name) => options[name] !== undefined)
  if (given !== undefined)
    throw new InputError(
      `--${given}: ${file} is recorded traffic, and no run of a certification. Leave it out.`,
    )
  const { profile } = loadProfile(options.profile, io)
  const har = readHar(text, profile, file)
  const judged = judgedTraffic({ ...har, omitted: 0 }, profile)
  const clients = judged.clients.map((one) => ({
    ...one,
    clauses: one.clauses.map((clause) => notGuessed(clause, har.exchanges)),
  }))
  const whole = { ...judged, clients }
  if (options.json === true)
    io.stdout.write(
      jsonFile({ certifies: 'nothing', baseUrl: har.baseUrl, clients, service: judged.service }),
    )
  else {
    print(io, trafficText(whole, har.baseUrl, widthOf(io.stdout)))
    if (har.others > 0)
      print(
        io,
        `${har.others} other entries of the file are no calls of the API at ${har.baseUrl}, and were left out.`,
      )
    print(io, 'Recorded traffic certifies nothing: nobody made sure that it is whole, or of one client.')
  }
  const isBroken = [...clients.flatMap(({ clauses }) => clauses), ...judged.service].some(
    ({ id, verdict }) => verdict === 'broken' && !SHOULDS.includes(id),
  )
  return isBroken ? EXIT_CODES.broken : EXIT_CODES.kept
}

const SHOULDS: readonly string[] = Object.values(CLIENT_CLAUSES).flatMap(({ id, level }) =>
  level === 'should' ? id : [],
)

/** What hangs on whether an answer arrived is not seen where the recorder saw none. */
function notGuessed(clause: ShownClause, exchanges: readonly Exchange[]): ShownClause {
  const isOpen = exchanges.some(({ operation, response }) => operation === 'createOrder' && response === null)
  const hangs = clause.id === 'timeout-is-not-failure' || clause.id === 'one-reference-per-purchase'
  return isOpen && hangs ? { ...clause, verdict: 'not-observed', message: LOST } : clause
}
