import { html } from 'htm/preact'
import { factList, Prose } from '../parts/controls.ts'
import { calls } from '../state/calls.ts'
import { type ClauseJudgement, judgement, key, marks, nameOf, setMark } from '../state/keys.ts'
import { showCall } from '../state/view.ts'

const MOST_CALLS = 10

type Group = {
  readonly title: string
  readonly of: (clause: ClauseJudgement) => boolean
}

/** The worst first. */
const GROUPS: readonly Group[] = [
  { title: 'Broken', of: ({ verdict, level }) => verdict === 'broken' && level === 'must' },
  { title: 'Warnings', of: ({ verdict, level }) => verdict === 'broken' && level === 'should' },
  { title: 'Kept', of: ({ verdict }) => verdict === 'kept' },
  { title: 'Not seen yet', of: ({ verdict }) => verdict === 'not-observed' },
]

export function JudgementTab() {
  const { value: of } = key
  if (of === undefined) return html`<p class="empty">No key has called yet. Buy a card with your client.</p>`
  const { clauses, gaps } = judgement.value ?? { clauses: [], gaps: [] }
  return html`<${Scope} partner=${of.partner} digest=${of.digest} />
    ${gaps.map((gap) => html`<p class="quiet">${gap}</p>`)}
    ${GROUPS.map(({ title, of: isIn }) => {
      const found = clauses.filter(isIn)
      return found.length > 0 && html`<${ClauseGroup} title=${title} clauses=${found} />`
    })}`
}

/** Whose calls are judged, from which one on, and the buttons that change that. */
function Scope({ partner, digest }: { partner: string; digest: string }) {
  const mark = marks.value[partner]
  const latest = calls.value.known.at(-1)?.seq
  const from = mark === undefined ? '' : `&from=${mark}`
  return html`<p>The calls of <b>${nameOf(partner)}</b>${mark === undefined ? '' : html` <b>from #${mark + 1} on</b>`}, judged
      as a certification judges them. Only <code>certify</code> tries every scenario.</p>
    <p class="actions">
      <button type="button" class="main" onClick=${() => setMark(partner, latest)}>Judge from here</button>
      ${mark !== undefined && html`<button type="button" onClick=${() => setMark(partner, undefined)}>Judge all calls</button>`}
      <a href=${`recording.jsonl?key=${digest}${from}`} download="journal.jsonl">the recording for <code>judge</code></a>
    </p>`
}

function ClauseGroup({ title, clauses }: { title: string; clauses: readonly ClauseJudgement[] }) {
  // Before the first purchase, all clauses have the same message.
  const [first] = clauses
  const isOne = clauses.length > 1 && clauses.every(({ message }) => message === first?.message)
  const reason = isOne ? first?.message : null
  return html`<section aria-label=${title}>
    <h2>${title} <span class="quiet">${clauses.length}</span></h2>
    ${reason && html`<p class="quiet"><${Prose} text=${reason} /></p>`}
    <ul class="clauses">${clauses.map((clause) => html`<${Clause} key=${clause.id} clause=${isOne ? { ...clause, message: null } : clause} />`)}</ul>
  </section>`
}

const MARKS = { kept: '✓', broken: '✗', 'not-observed': '○', 'out-of-reach': '–' } as const

function Clause({ clause }: { clause: ClauseJudgement }) {
  const { id, level, section, text, verdict, message, breaks, lesson } = clause
  const isWarning = verdict === 'broken' && level === 'should'
  return html`<li class=${isWarning ? 'warning' : verdict}>
    <span class="mark" aria-hidden="true">${isWarning ? '!' : MARKS[verdict]}</span>
    <div><p><b>${id}</b> <span class="quiet">§ ${section}, ${level}</span></p>
      <p><${Prose} text=${text} /></p>
      ${verdict !== 'kept' && message !== null && html`<p class=${verdict === 'broken' ? 'found' : 'quiet'}><${Prose} text=${message} /></p>`}
      ${breaks.length > 0 && html`<p>${breaks.slice(0, MOST_CALLS).map((seq) => html`<button type="button" class="seen" onClick=${() => showCall(seq)}>see call #${seq}</button> `)}</p>`}
      ${
        lesson !== null &&
        factList([
          ['Damage', lesson.consequence],
          ['Usual cause', lesson.cause],
          ['Smallest fix', lesson.remedy],
          ['Done right', lesson.see],
        ])
      }
    </div>
  </li>`
}
