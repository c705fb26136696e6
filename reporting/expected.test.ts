import { expect, test } from 'vitest'
import { harmless } from '../contract/text/harmless.ts'
import { NOT_CERTIFIED } from './html/sample-certifications.fixture.ts'
import { BROKEN } from './html/sample-reports.fixture.ts'
import { toJunit } from './junit/junit.ts'
import { toMarkdown } from './markdown/markdown.ts'

const REPORTS = [
  ['certify', NOT_CERTIFIED],
  ['verify', BROKEN],
] as const

test.each(REPORTS)(
  'the JUnit of a broken %s has a case for each clause, and their times add up to the run',
  async (name, report) => {
    const xml = toJunit(harmless(report))
    await expect(xml).toMatchFileSnapshot(`expected/${name}-junit.xml`)
    const times = [...xml.matchAll(/<testcase [^>]* time="([\d.]+)"/g)].map(([, time]) => Number(time))
    expect(times.reduce((sum, time) => sum + time, 0)).toBeCloseTo(report.durationMs / 1000, 3)
  },
)

test.each(REPORTS)('the summary of a broken %s is short, and links to the report', async (name, report) => {
  const text = toMarkdown(harmless(report), 'https://ci.example/run/1#artifacts')
  await expect(text).toMatchFileSnapshot(`expected/${name}-summary.md`)
  expect(text.split('\n').length).toBeLessThanOrEqual(60)
})
