import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { ReadFile } from '../../../contract-tests/discovery/openapi/document/api-document.ts'
import { DocumentError } from '../../../contract-tests/discovery/openapi/document/document-error.ts'
import { whyNotRead } from '../../files/files.ts'
import { type Folder, pathIn } from '../../io.ts'

/** A document, and the files next to it. */
export type DocumentFiles = { readonly file: string; readonly read: ReadFile }

const MOST_BYTES = 8 * 1024 * 1024

/** The files of a document: it, and those in its folder and below. A link that leads out of the folder is not followed. */
export function documentFiles(option: string, folder: Folder): DocumentFiles {
  const first = pathIn(folder, option)
  const within = dirname(first)
  return {
    file: basename(option),
    read: (name) => {
      const path = join(within, name)
      const refuse = (found: string, remedy: string, cause?: unknown) =>
        new DocumentError(`${name}: ${found}. ${remedy}`, { cause })
      try {
        if (path !== first && !isInside(realpathSync(within), realpathSync(path)))
          throw refuse('it is a link out of the folder of the document', 'Put the file itself there.')
        const found = statSync(path)
        if (!found.isFile()) throw refuse('it is no file', 'Name a file that can be read.')
        const { size } = found
        if (size > MOST_BYTES)
          throw refuse(`it has ${size} bytes, and at most ${MOST_BYTES} are read`, 'Split the document.')
        return readFileSync(path, 'utf8')
      } catch (cause) {
        if (cause instanceof DocumentError) throw cause
        throw refuse(whyNotRead(cause), 'Name a file that can be read.', cause)
      }
    },
  }
}

function isInside(folder: string, path: string): boolean {
  return !`${relative(folder, path)}${sep}`.startsWith(`..${sep}`)
}
