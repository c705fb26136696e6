import type { Io } from '../../io.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import type { CertifyCommandOptions } from './options.ts'

/** The options without which a scenario that runs alone would be another one: its files, its name, its network. */
const KEPT = [
  ['--profile', ({ profile }) => profile],
  ['--scenarios', ({ scenarios }) => scenarios],
  ['--name', ({ name }) => name],
  ['--tls', ({ tls }) => tls],
  ['--listen', ({ listen }) => listen],
  ['--port', ({ listen, port }) => (listen === true ? String(port) : undefined)],
  ['--host', ({ listen, host }) => (listen === true ? host : undefined)],
] as const satisfies readonly (readonly [
  flag: string,
  read: (options: CertifyCommandOptions) => string | boolean | undefined,
])[]

/** The words that start a run like this one, up to its scenarios. */
export function rerunWords(options: CertifyCommandOptions, io: Io): readonly string[] {
  const kept = KEPT.flatMap(([flag, read]) => {
    const value = read(options)
    if (value === undefined || value === false) return []
    return value === true ? [flag] : [flag, value]
  })
  return [...invocationOf(io), 'certify', ...kept]
}
