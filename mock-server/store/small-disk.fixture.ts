import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEBIBYTE = 1024 * 1024
const BLOCK = 4096

/** A disk that can be filled to its last block. */
export type SmallDisk = NonNullable<ReturnType<typeof smallDisk>>

/** One in memory, which only root on Linux may make; `undefined` where it can't be made. */
export function smallDisk(mebibytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0777`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmdirSync(folder)
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      for (const size of [MEBIBYTE, BLOCK]) writeUntilFull(ballast, Buffer.alloc(size))
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      // Lazily: what still runs on it may be about to end.
      spawnSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

function writeUntilFull(file: string, bytes: Buffer): void {
  for (;;) {
    try {
      writeFileSync(file, bytes, { flag: 'a' })
    } catch {
      return
    }
  }
}
