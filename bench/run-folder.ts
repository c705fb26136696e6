import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BENCH_BALANCE, BENCH_KEY } from './operations.ts'

/** The folder of one run, with the partners file of the mock in it. It is removed when the work is done. */
export async function inRunFolder<Result>(
  work: (folder: string, partners: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-bench-'))
  const partners = join(folder, 'partners.json')
  const partner = { id: 'bench', key: BENCH_KEY, openingBalance: BENCH_BALANCE }
  writeFileSync(partners, JSON.stringify({ partners: [partner] }))
  try {
    return await work(folder, partners)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
