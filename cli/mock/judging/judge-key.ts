import type { JudgeKey, RecordKey } from '../../../mock-server/sandbox/mock.ts'

/** Judges what a key did. The rules are loaded by the first question: no mock waits for them when it starts. */
export const judgeKey: JudgeKey = async (history) =>
  (await import('./judge-history.ts')).judgeHistory(history)

/** Writes what a key did as a recording; loaded in the same way. */
export const recordKey: RecordKey = async (history, baseUrl) =>
  (await import('./judge-history.ts')).recordHistory(history, baseUrl)
