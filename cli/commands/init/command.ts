import type { CommandSpec, OptionsOf } from '../command.ts'

export const initCommand = {
  description: 'write a commented profile and a file for your CI, and on request a client to begin with',
  options: {
    ci: ['<name>', 'whose file to write', ['github', 'gitlab', 'none'], 'github'],
    client: ['<language>', 'a client to begin with', ['javascript', 'python', 'java']],
    force: 'overwrite files that exist with other content',
  },
  example: 'init --client python',
} as const satisfies CommandSpec

export type InitOptions = OptionsOf<typeof initCommand.options>
