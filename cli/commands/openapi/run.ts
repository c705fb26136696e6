import { extname } from 'node:path'
import { stringify } from 'yaml'
import type { Profile } from '../../../contract/profile/profile.ts'
import { httpFile } from '../../../openapi/http-file.ts'
import { openApiDocument } from '../../../openapi/openapi-document.ts'
import { loadProfile, writeOut } from '../../files/files.ts'
import type { OutOptions } from '../../files/writable.ts'
import { InputError, type Io } from '../../io.ts'

type Options = OutOptions & { readonly profile?: string }

type Writers = Readonly<Record<string, (profile: Profile) => string>>

/** @throws {ProfileError | InputError} for a profile or a file that can't be used. */
export function openApi(options: Options, io: Io): void {
  write(options, { ...writersOf(openApiDocument), '.http': (profile) => httpFile(profile) }, io)
}

function writersOf(documentOf: (profile: Profile) => object): Writers {
  const json = (profile: Profile) => `${JSON.stringify(documentOf(profile), null, 2)}\n`
  // Shared parts would become anchors, which few tools expect here; and no line is folded.
  const yaml = (profile: Profile) =>
    stringify(documentOf(profile), { aliasDuplicateObjects: false, lineWidth: 0 })
  return { '.json': json, '.yaml': yaml, '.yml': yaml }
}

function write({ profile, ...options }: Options, writers: Writers, io: Io): void {
  const { out } = options
  const ending = out === undefined ? '.json' : extname(out).toLowerCase()
  const writer = writers[ending]
  if (writer === undefined) {
    const known = Object.keys(writers).join(', ')
    throw new InputError(
      `--out ${out}: found ${ending === '' ? 'no ending' : ending}. Name a file that ends in one of ${known}.`,
    )
  }
  writeOut(options, writer(loadProfile(profile, io).profile), io)
}
