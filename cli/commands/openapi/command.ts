import type { CommandSpec } from '../command.ts'

export const openApiCommand = {
  description: 'write the contract as an OpenAPI document, with what is documented and what is assumed',
  options: {
    profile: ['<file>', 'answers to what the reference does not show'],
    out: ['<file>', 'write it there, not to standard output: .json or .yaml'],
    force: 'overwrite a file that exists with other content',
  },
  effects: [{ option: '--force', needs: '--out' }],
  example: 'openapi --out openapi.yaml',
} as const satisfies CommandSpec
