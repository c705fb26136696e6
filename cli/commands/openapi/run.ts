import { extname } from 'node:path'
import { stringify } from 'yaml'
import { openApiDocument } from '../../../openapi/openapi-document.ts'
import { loadProfile, writeOut } from '../../files/files.ts'
import type { OutOptions } from '../../files/writable.ts'
import { InputError, type Io } from '../../io.ts'
import type { CommandSpec } from '../command.ts'

export const openApiCommand: CommandSpec = {
  options: {
    profile: ['<file>', 'your answers to what the reference does not show'],
    out: ['<file>', 'write it there, not to standard output: .json or .yaml'],
    force: 'overwrite a file that exists with other content',
  },
  effects: [{ option: '--force', needs: '--out' }],
  example: 'openapi --out openapi.yaml',
  run: openApi,
}

const toJson = (document: object) => `${JSON.stringify(document, null, 2)}\n`
// Shared parts would become anchors, which few tools expect here; and no line is folded.
const toYaml = (document: object) => stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })

const WRITERS: Readonly<Record<string, (document: object) => string>> = {
  '.json': toJson,
  '.yaml': toYaml,
  '.yml': toYaml,
}

/** @throws {ProfileError | InputError} for a profile or a file that can't be used. */
function openApi({ profile, ...options }: OutOptions & { readonly profile?: string }, io: Io): void {
  const { out } = options
  const ending = out === undefined ? '.json' : extname(out).toLowerCase()
  const writer = WRITERS[ending]
  if (writer === undefined) {
    const known = Object.keys(WRITERS).join(', ')
    throw new InputError(
      `--out ${out}: found ${ending === '' ? 'no ending' : ending}. Name a file that ends in one of ${known}.`,
    )
  }
  writeOut(options, writer(openApiDocument(loadProfile(profile, io).profile)), io)
}
