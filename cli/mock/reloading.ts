import { statSync } from 'node:fs'
import { routeWhenListening } from '../../mock-server/admin/when-listening.ts'
import { isThisMachine } from '../../mock-server/guards/addresses.ts'
import { answerOverSocket } from '../../mock-server/http/node-exchange.ts'
import { appOf, type MockApp } from '../../mock-server/routed-app.ts'
import { assembleMock } from '../../mock-server/sandbox/assemble-mock.ts'
import type { MockOptions } from '../../mock-server/sandbox/mock.ts'
import { pageScript } from '../../mock-server/serve.ts'
import { type Folder, pathIn } from '../io.ts'
import { exitCodeOf } from '../terminal/exit-code.ts'
import type { MockLog } from './mock-log.ts'
import { loadSettings, type MockSettings, type SettingFiles } from './settings.ts'

/** A mock whose settings can change while it keeps its orders. */
export type ReloadingMock = {
  readonly fetch: MockApp['fetch']
  /** Applies new settings from the next request on. Requests in progress end with the old ones. */
  take(settings: MockSettings): void
}

export function reloadingMock(settings: MockSettings, lasting: Lasting): ReloadingMock {
  let fetch = handling({ ...settings, ...lasting })
  return {
    fetch: (...call) => fetch(...call),
    take(next) {
      fetch = handling({ ...next, ...lasting })
    },
  }
}

function handling({ host, ...options }: MockOptions & Pick<Lasting, 'host'>): ReloadingMock['fetch'] {
  const mock = assembleMock({ pageScript, ...options }, isThisMachine(host))
  return appOf(mock, answerOverSocket, routeWhenListening).fetch
}

type Lasting = Required<Pick<MockOptions, 'state'>> &
  Pick<MockOptions, 'adminToken' | 'judge' | 'record'> & { readonly host: string }

/** Files that can't be used change nothing; the log says why. `stamps` were taken before the files were read. */
export function reloadOnChange(
  mock: ReloadingMock,
  { files, stamps, log, folder }: { files: SettingFiles; stamps: FileStamps; log: MockLog; folder: Folder },
): () => void {
  return watchFiles(stamps, folder, (changed) => {
    try {
      mock.take(loadSettings(files, folder))
      log.event({ event: 'reloaded', files: changed })
    } catch (cause) {
      exitCodeOf(cause, (problem) => log.event({ event: 'not-reloaded', files: changed, problem }))
    }
  })
}

/** How often files are checked. They are checked by path, so that a replaced or a new file is noticed, too. */
const LOOK_MS = 120

export type FileStamps = ReadonlyMap<string, string>

/** The state of files now; a missing file has one, too. Taken before reading, it misses no change. */
export function stampsOf(files: readonly string[], folder: Folder): FileStamps {
  return new Map(files.map((file) => [file, stampOf(pathIn(folder, file))]))
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? 'missing' : [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join(' ')
}

/** Reports changes of files once none has changed for a moment: an editor may write a file in several steps. */
function watchFiles(
  stamps: FileStamps,
  folder: Folder,
  onChange: (changed: readonly string[]) => void,
): () => void {
  const files = [...stamps.keys()]
  const changed = new Set<string>()
  let latest = stamps
  const look = () => {
    const now = stampsOf(files, folder)
    const moving = files.filter((file) => now.get(file) !== latest.get(file))
    latest = now
    for (const file of moving) changed.add(file)
    if (moving.length > 0 || changed.size === 0) return
    const settled = [...changed]
    changed.clear()
    onChange(settled)
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
