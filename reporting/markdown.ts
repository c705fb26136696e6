import type { ClauseReport, Report } from '../contract/report.ts'

const MARKS = { kept: '✅', broken: '❌', 'not-observed': '⚪' } as const

/** A report as Markdown: the summary of a job. */
export function toMarkdown(report: Report): string {
  const { target, tool, reference } = report
  return [
    `# Partner Purchase API: ${report.outcome}`,
    '',
    `Target ${code(target.baseUrl)}, mode ${target.mode ?? 'unknown'}. Reference ${reference}, ${tool.name} ${tool.version}, ${report.startedAt}, ${(report.durationMs / 1000).toFixed(1)} s.`,
    ...(report.message === null ? [] : ['', cell(report.message)]),
    '',
    '| | clause | § | statement |',
    '|---|---|---|---|',
    ...report.clauses.map(clauseRow),
    ...report.clauses.filter(({ verdict }) => verdict !== 'kept').flatMap(clauseDetail),
    '',
    '## Assumptions',
    '',
    'Not documented: answers of the profile, held against what was seen. They are no clauses.',
    '',
    '| gap | profile key | provenance | verdict | |',
    '|---|---|---|---|---|',
    ...report.assumptions.map(
      ({ gap, profileKey, provenance, verdict, message }) =>
        `| ${gap} | ${code(profileKey)} | ${provenance} | ${verdict} | ${cell(message ?? '')} |`,
    ),
    ...driftLines(report.drift),
    '',
  ].join('\n')
}

function driftLines(drift: Report['drift']): string[] {
  if (drift === null) return []
  const lines = drift.map(({ severity, sentence }) => `- **${severity}**: ${cell(sentence)}`)
  return ['', '## Since the earlier run', '', ...(lines.length === 0 ? ['Nothing changed.'] : lines)]
}

function clauseRow({ id, section, text, verdict }: ClauseReport): string {
  return `| ${MARKS[verdict]} ${verdict} | ${code(id)} | ${section} | ${text.replaceAll('|', '\\|')} |`
}

function clauseDetail({ id, section, checks }: ClauseReport): string[] {
  const lines = checks
    .filter(({ verdict }) => verdict !== 'kept')
    .map(({ title, verdict, message }) => `- **${verdict}**: ${cell(title)}. ${cell(message ?? '')}`)
  return ['', `## ${id} (§ ${section})`, '', ...lines]
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

/** Text from a target, as text: it opens no markup, breaks no row, and moves no cursor. */
function cell(text: string): string {
  const visible = text.toWellFormed().replace(/[^\P{Cc}\s]/gu, '\u{fffd}')
  return visible.replaceAll(/[\\`*_<>[\]|]/g, '\\$&').replaceAll(/\s*\n\s*/g, ' ')
}
