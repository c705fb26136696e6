import type { Observed } from '../../../contract-tests/drift/observed-schema.ts'
import { parseObserved } from '../../../contract-tests/drift/parse-observed.ts'
import { type Baseline, parseBaseline } from '../../../contract-tests/report/baseline.ts'
import { readText } from '../../files/files.ts'
import type { Folder } from '../../io.ts'

/**
 * The entries of a baseline file; none without a file.
 *
 * @throws {BaselineError} when it can't be used.
 * @throws {InputError} when it can't be read.
 */
export function loadBaseline(file: string | undefined, folder: Folder): Baseline {
  return file === undefined ? [] : parseBaseline(readText(file, '--baseline', folder), file)
}

/**
 * What an earlier run observed; undefined without a file.
 *
 * @throws {ObservedError} when it can't be used.
 * @throws {InputError} when it can't be read.
 */
export function loadObserved(file: string | undefined, folder: Folder): Observed | undefined {
  return file === undefined ? undefined : parseObserved(readText(file, '--compare', folder), file)
}
