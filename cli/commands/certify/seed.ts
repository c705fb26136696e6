import { text } from 'node:stream/consumers'
import { readText } from '../../files/files.ts'
import type { Io } from '../../io.ts'
import { InputError } from '../../terminal/input-error.ts'
import type { CertifyCommandOptions } from './options.ts'

/** At least 128 bits: fewer can be searched by a client that knows how cards are named. */
const SEED = /^[0-9a-f]{32,128}$/i

/**
 * The seed that names the cards, from a file or from standard input; undefined where none is given.
 *
 * @throws {InputError} for a file that can't be read, or that has no seed in it. What it has is not repeated.
 */
export async function readSeed({ seedFile }: CertifyCommandOptions, io: Io): Promise<string | undefined> {
  if (seedFile === undefined) return undefined
  const found = seedFile === '-' ? await text(io.stdin) : readText(seedFile, '--seed-file', io)
  const seed = found.trim()
  if (SEED.test(seed)) return seed.toLowerCase()
  throw new InputError(
    `--seed-file ${seedFile}: expected 32 to 128 hexadecimal digits, and found ${seed.length} other characters. Make a seed with: openssl rand -hex 16`,
  )
}
