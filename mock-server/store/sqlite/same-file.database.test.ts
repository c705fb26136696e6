import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMock } from '../../app.ts'
import { inProcess, openSandbox } from '../../testing/behaviour/sandbox.fixture.ts'
import { newFile } from './new-file.fixture.ts'
import { sqliteStore } from './sqlite-store.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function mockOver(file: string) {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const store = sqliteStore(file)
  onTestFinished(() => store.close())
  const send = inProcess(createMock({ store }).app)
  return { send, sandbox: openSandbox(send), said: () => said.mock.calls.map(([line]) => String(line)) }
}

describe('a file under a running mock that', () => {
  test.each<[string, (file: string) => void, part: string]>([
    ['is deleted', (file) => rmSync(file), ''],
    ['is deleted with its log', (file) => ['', '-wal'].forEach((end) => void rmSync(file + end)), ''],
    ['loses its log', (file) => rmSync(`${file}-wal`), '-wal'],
    ['is replaced by another', (file) => replace(file), ''],
    ['is replaced by a copy', (file) => replace(file, `${file}-copy`), ''],
  ])('%s answers no purchase as recorded, and says why on stderr', async (_, spoil, part) => {
    const file = newFile()
    const { send, sandbox, said } = mockOver(file)
    expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(200)
    copyFileSync(file, `${file}-copy`)
    spoil(file)
    expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:2')).status).toBe(503)
    expect((await sandbox.lookUp('TEST:1')).status).toBe(503)
    expect((await send('/__mock/ready')).status).toBe(503)
    expect(said()).toEqual([expect.stringContaining(`${file}${part} was deleted or replaced`)])
  })

  test('is put back serves again', async () => {
    const file = newFile()
    const { send, sandbox } = mockOver(file)
    renameSync(file, `${file}-away`)
    expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(503)
    renameSync(`${file}-away`, file)
    expect((await send('/__mock/ready')).status).toBe(200)
    expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(200)
  })

  test('is deleted is said once, by the call that finds it or by the look at the file', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const file = newFile()
    const { sandbox, said } = mockOver(file)
    rmSync(file)
    expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(503)
    vi.advanceTimersByTime(2_000)
    expect(said()).toHaveLength(1)
  })

  test('is deleted without any call is noticed within a second', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const file = newFile()
    const { said } = mockOver(file)
    vi.advanceTimersByTime(1_000)
    expect(said()).toEqual([])
    rmSync(file)
    vi.advanceTimersByTime(1_000)
    expect(said()).toEqual([expect.stringContaining(`${file} was deleted or replaced`)])
  })
})

/** Puts another file in its place, as a tool that saves does. */
function replace(file: string, other?: string): void {
  if (other === undefined) writeFileSync(`${file}-new`, 'other')
  renameSync(other ?? `${file}-new`, file)
}
