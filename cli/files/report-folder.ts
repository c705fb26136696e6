import type { Folder } from '../io.ts'
import { tryFolder } from './writable.ts'

/** Where a report goes that no other folder is named for. */
export const REPORT_FOLDER = 'partner-purchase-report'

/** The folder of the report; undefined for none, as `--no-report` asks. */
export function reportFolder({ report }: { readonly report?: string | false }): string | undefined {
  return report === false ? undefined : (report ?? REPORT_FOLDER)
}

const ELSEWHERE = 'Reports go there by default: name another folder with --report, or add --no-report.'

/** @throws {InputError} when it can't be written: before anything starts, not after all has been bought. */
export function tryReport(folder: string | undefined, at: Folder): void {
  if (folder === undefined) return
  tryFolder(folder, at, folder === REPORT_FOLDER ? ELSEWHERE : undefined)
}
