import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { TOOL } from '../../../contract/report/kit.ts'
import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { redact } from '../../../contract/text/redact.ts'
import type { AnswerDifference } from '../../../contract-tests/discovery/findings.ts'
import { DocumentError } from '../../../contract-tests/discovery/openapi/document/api-document.ts'
import {
  type DocumentAim,
  type DocumentRun,
  documentReport,
  type LearntDocument,
} from '../../../contract-tests/discovery/openapi/read-document.ts'
import { whyNotRead } from '../../files/files.ts'
import { informWorkflow } from '../../files/github.ts'
import { reportFiles, writeReport } from '../../files/report-files.ts'
import { type Folder, type Io, pathIn } from '../../io.ts'

type Reporting = Pick<DocumentRun, 'baseUrl' | 'startedAt'> & { readonly secrets: readonly string[] }

/** Writes the report on a document into a folder, if one is named. The exit code of its outcome. */
export function reportDocument(
  document: LearntDocument,
  differences: readonly AnswerDifference[],
  { baseUrl, startedAt, secrets }: Reporting,
  folder: string | undefined,
  io: Io,
): number {
  const clean = (text: string) => redact(text, secrets)
  const remarks = differences.map(({ key, document: said, service, taken }) => ({
    id: 'document-differs',
    message: `${key}: the document says ${JSON.stringify(said)}, the service shows ${JSON.stringify(service)}. The profile has the ${taken}'s answer.`,
    scenario: null,
  }))
  const run = { tool: TOOL, remarks, durationMs: io.clock.now() - startedAt, startedAt, baseUrl }
  const report = documentReport(document, run, clean)
  informWorkflow(report, io)
  if (folder !== undefined) writeReport(folder, reportFiles(report), io)
  return EXIT_CODES[report.outcome]
}

const MOST_BYTES = 8 * 1024 * 1024

/** The files of a document: it, and those in its folder and below. A link that leads out of the folder is not followed. */
export function documentFiles(option: string, folder: Folder): Pick<DocumentAim, 'file' | 'read'> {
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
