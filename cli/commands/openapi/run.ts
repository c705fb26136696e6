import { extname } from 'node:path'
import { stringify } from 'yaml'
import { openApiDocument } from '../../../openapi/openapi-document.ts'
import { loadProfile, writeOut } from '../../files/files.ts'
import type { OutOptions } from '../../files/writable.ts'
import { InputError, type Io } from '../../io.ts'

const toJson = (document: object) => `${JSON.stringify(document, null, 2)}\n`
// Shared parts would become anchors, which few tools expect here; and no line is folded.
const toYaml = (document: object) => stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })

const WRITERS: Readonly<Record<string, (document: object) => string>> = {
  '.json': toJson,
  '.yaml': toYaml,
  '.yml': toYaml,
}

/** @throws {ProfileError | InputError} for a profile or a file that can't be used. */
export function openApi({ profile, ...options }: OutOptions & { readonly profile?: string }, io: Io): void {
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
