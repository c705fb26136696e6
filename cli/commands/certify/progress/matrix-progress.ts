import type { MatrixProgress } from '../../../../certification/runner/progress.ts'
import type { Io } from '../../../io.ts'
import { paintFor } from '../../../terminal/terminal.ts'
import { exchangeSummary } from './exchange-summary.ts'
import { LiveList } from './live-list.ts'
import type { ProgressView } from './process-progress.ts'

/** Shows the running trials of a matrix on a terminal. Their results are printed at the end. */
export function matrixProgress(io: Io): ProgressView<MatrixProgress> {
  let list: LiveList | undefined
  return {
    show(progress) {
      if (progress.event === 'begun') {
        list?.close()
        list = new LiveList(io.stdout, paintFor(io.stdout, io.env), progress.trials)
      } else if (progress.event === 'started') list?.start(progress)
      else if (progress.event === 'exchange') list?.see(progress, exchangeSummary(progress.exchange))
      else list?.end(progress, null)
    },
    close: () => list?.close(),
  }
}
