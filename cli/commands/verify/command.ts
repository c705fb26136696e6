import { ACCEPTED_DAYS } from '../../../contract-tests/baseline.ts'
import { PURCHASE_LIMIT } from '../../../contract-tests/target/target.ts'
import { REPORT_FOLDER } from '../../files/report-folder.ts'
import { prefixText, wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionsOf } from '../command.ts'

const SURROUNDINGS = `
Environment:
  SERVICE_PARTNER_API_KEY          the TEST key; the kit's own mock needs none
  SERVICE_PARTNER_BLOCKED_API_KEY  a TEST key whose allowlist leaves this
                                   address out; without it, ip-allowlist is out
                                   of reach

Exit codes:
  0  every clause within reach is kept
  1  a clause is broken, or a confirmed or observed answer differs
  2  refused: usage, profile, or a guard
  3  the target can't be reached
  4  incomplete: a clause could not be observed
  5  an error of the kit itself`

export const verifyCommand = {
  description: 'run the contract suite against the mock, or against a TEST environment',
  options: {
    baseUrl: ['<url>', 'the target; without it, the kit starts its own mock'],
    profile: ['<file>', 'answers to what the reference does not show'],
    sku: ['<sku>', 'the card to buy; without it, the suite chooses'],
    only: ['<clause...>', 'check these clauses alone, such as lookup-position'],
    report: ['<folder>', `write the report there: JSON, JUnit and more; by default ${REPORT_FOLDER}`],
    noReport: 'write no report',
    baseline: ['<file>', 'clauses that are known not to be kept, why, and until when that is accepted'],
    proposeBaseline: [
      '<file>',
      `write a baseline there that accepts for ${ACCEPTED_DAYS} days what the run found`,
    ],
    require: ['<clause...>', 'count these clauses even if they are out of reach, such as ip-allowlist'],
    strict: 'fail the run also for an assumed answer that differs',
    dryRun: 'print the checks and what they would buy, and send nothing',
    maxPurchases: [
      '<number>',
      `the most purchases to send, repeated ones and those to be refused included; by default ${PURCHASE_LIMIT}`,
      wholeNumber(0, 1000),
    ],
    referencePrefix: [
      '<text>',
      'what every reference begins with, before a colon; by default SHOP',
      prefixText,
    ],
    timeLimit: ['<seconds>', 'end the run by then', wholeNumber(1, 86_400), 900],
    json: 'print the report as JSON on standard output, and the rest on standard error',
    allowHttp: 'send the key in the clear to an address that is not this machine',
  },
  effects: [
    { option: '--allow-http', needs: '--base-url' },
    { option: '--json', without: '--dry-run', because: 'A dry run makes no report.' },
    {
      option: '--propose-baseline --require',
      without: '--only',
      because: 'A part of the suite has no baseline.',
    },
  ],
  help: SURROUNDINGS,
  example: 'verify --base-url https://api.example.com --dry-run',
} as const satisfies CommandSpec

export type VerifyOptions = OptionsOf<typeof verifyCommand.options>
