import { wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionsOf } from '../command.ts'

const EXITS = `
Exit codes:
  0  a profile was written
  1  a profile was written, and the document contradicts a clause
  2  refused: usage, a document that can't be read, or a guard
  3  the target can't be reached
  4  no profile: the key was not accepted, or this is not a TEST environment, or
     the time limit was reached
  5  an error of the kit itself`

export const discoverCommand = {
  description:
    'find what the reference does not show, from a TEST environment or its OpenAPI document, and write it into a profile',
  options: {
    baseUrl: ['<url>', 'the service; with --openapi alone, nothing is sent'],
    openapi: [
      '<file>',
      "the operator's own document: OpenAPI 3.0 to 3.2 or Swagger 2.0, JSON or YAML; also compared with the reference",
    ],
    prefix: ['<path>', 'what stands before the documented paths, if the document has several such prefixes'],
    report: ['<folder>', 'write there what the document says of each clause: JSON, JUnit and more'],
    profile: ['<file>', 'answers to start from: they are tried first, and stay if nothing is found'],
    lookup: ['<operation>', 'the lookup that is tried first, such as "GET /orders?ref={partnerReference}"'],
    allowPurchase: 'buy one TEST card, to find the lookup and a settled state',
    sku: ['<sku>', 'the card to buy; without it, the cheapest whose price was read'],
    out: [
      '<file>',
      'the profile to write; its evidence is written next to it',
      'partner-purchase.profile.json',
    ],
    force: 'overwrite files that exist',
    timeLimit: ['<seconds>', 'end the run by then', wholeNumber(1, 86_400), 900],
    allowHttp: 'send the key in the clear to an address that is not this machine',
    json: 'print the evidence as JSON on standard output, and the rest on standard error',
  },
  effects: [
    { option: '--prefix --report', needs: '--openapi' },
    { option: '--allow-purchase --sku --time-limit --allow-http', needs: '--base-url' },
  ],
  help: EXITS,
  example: 'discover --openapi api.yaml --report report',
} as const satisfies CommandSpec

export type DiscoverOptions = OptionsOf<typeof discoverCommand.options>
