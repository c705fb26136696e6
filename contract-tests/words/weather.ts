import type { Judged } from '../judge/judge-again.ts'

/** What happened in a run that is nobody's fault, as one sentence; undefined where nothing did. */
export function weatherWords({ facts, judgement }: Judged): string | undefined {
  const silent = facts.filter(
    ({ key, said, isAbandoned }) => key === 'own' && said === 'nothing' && !isAbandoned,
  ).length
  const { lagMs, unreliable } = judgement.money
  const parts = [
    ...(silent === 0 ? [] : [`${silent} ${silent === 1 ? 'answer' : 'answers'} said nothing, asked again`]),
    ...(lagMs < SHOWN_LAG_MS ? [] : [`the balance lags ${(lagMs / 1000).toFixed(1)} s`]),
  ]
  const sentences = [
    ...(parts.length === 0 ? [] : [`Weather: ${parts.join('; ')}.`]),
    ...(unreliable === null ? [] : [unreliable]),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

const SHOWN_LAG_MS = 50
