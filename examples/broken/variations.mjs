import { FOLLOWING } from './variations/following.mjs'
import { READING } from './variations/reading.mjs'
import { RECOVERING } from './variations/recovering.mjs'
import { REFERENCES } from './variations/references.mjs'
import { SECRECY } from './variations/secrecy.mjs'

/**
 * Every broken client that `run.mjs` can be. Each differs from the correct one in the members of `conduct` that it has.
 *
 * - `breaks`: the clause that it breaks,
 * - `alongside`: clauses that cannot be kept while that one is broken so, if there are any,
 * - `scenarios`: the SKUs in which it shows.
 */
export const VARIATIONS = [...READING, ...REFERENCES, ...RECOVERING, ...FOLLOWING, ...SECRECY].map(
  (variation) => ({
    alongside: [],
    ...variation,
    command: ['node', 'examples/broken/run.mjs', variation.name],
  }),
)

/** Broken clients in other languages, of the same shape but for their conduct, which is their own. */
export const IN_OTHER_LANGUAGES = [
  {
    name: 'python-buys-anew',
    says: 'In Python: takes any exception for a failure, and tries again with a new reference.',
    breaks: 'timeout-is-not-failure',
    alongside: [],
    scenarios: ['SCENARIO-LOST-AFTER', 'SCENARIO-CLOSED', 'SCENARIO-CUT'],
    command: ['python3', 'examples/broken/buys-anew.py'],
  },
  {
    name: 'shell-polls-every-second',
    says: 'In shell: polls every second, whatever it was told.',
    breaks: 'waits-poll-after',
    alongside: [],
    scenarios: ['SCENARIO-POLL-CHANGES', 'SCENARIO-UNUSUAL-PACE'],
    command: ['sh', 'examples/broken/polls-every-second.sh'],
  },
]

/** Every broken client. */
export const BROKEN_CLIENTS = [...VARIATIONS, ...IN_OTHER_LANGUAGES]
