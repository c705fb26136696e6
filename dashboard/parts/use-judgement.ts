import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { type Judgement, judgement } from '../state/judgement.ts'
import { key } from '../state/keys.ts'
import { lastSeq } from './use-keys.ts'

const AFTER_A_CALL_MS = 200

/** Keeps the judgement on the chosen key up to date while a tab shows it. */
export function useJudgement(): void {
  const digest = key.value?.digest
  const seq = lastSeq()
  useEffect(() => {
    if (digest === undefined) return
    const timer = setTimeout(async () => {
      judgement.value = (await ask<Judgement>(`judgement?key=${digest}`)) ?? null
    }, AFTER_A_CALL_MS)
    return () => clearTimeout(timer)
  }, [digest, seq])
}
