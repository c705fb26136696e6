import { wholeNumber } from '../arguments.ts'
import type { CommandSpec } from '../command.ts'

export const clausesCommand = {
  description: 'list what the reference documents, and what it does not show',
  options: { json: 'as JSON' },
  example: 'clauses --json',
} as const satisfies CommandSpec

export const scenariosCommand = {
  description: 'list the scenarios of the mock, in which a client is certified, with their stories',
  options: {
    scenarios: ['<file>', 'scenarios of your own, beside the built-in ones'],
    json: 'as JSON',
  },
  example: 'scenarios --scenarios scenarios.json',
} as const satisfies CommandSpec

export const fixturesCommand = {
  description: 'make a catalogue; the same seed makes the same one',
  options: {
    products: ['<number>', 'how many cards', wholeNumber(1, 100_000), 30],
    seed: ['<number>', 'any whole number', wholeNumber(0, 2 ** 31 - 1), 1],
    out: ['<file>', 'write it there, not to standard output'],
    force: 'overwrite a file that exists with other content',
  },
  effects: [{ option: '--force', needs: '--out' }],
  example: 'fixtures --products 5000 --seed 7 --out cards.json',
} as const satisfies CommandSpec
