import type { CommandSpec } from '../command.ts'

export const openApiCommand = {
  description: 'write the contract as an OpenAPI document, with what is documented and what is assumed',
  options: {
    profile: ['<file>', 'answers to what the reference does not show'],
    out: ['<file>', 'write it there, not to standard output: .json, .yaml, or .http for editors'],
    force: 'overwrite a file that exists with other content',
  },
  effects: [{ option: '--force', needs: '--out' }],
  example: 'openapi --out openapi.yaml',
} as const satisfies CommandSpec

export const arazzoCommand = {
  description: 'write the flows of the reference as Arazzo workflows over that document',
  options: {
    profile: ['<file>', 'answers to what the reference does not show'],
    openapi: ['<url>', 'where the OpenAPI document is, seen from the workflows', './openapi.json'],
    out: ['<file>', 'write it there, not to standard output: .json or .yaml'],
    force: 'overwrite a file that exists with other content',
  },
  effects: [{ option: '--force', needs: '--out' }],
  example: 'arazzo --out arazzo.yaml --openapi ./openapi.yaml',
} as const satisfies CommandSpec
