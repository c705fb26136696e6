import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { runClient } from '../../../certification/runner/process/run-client.ts'
import { systemClock } from '../../../contract/clock.ts'
import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { parseJson } from '../../../contract/text/parse-json.ts'
import { shellCommand } from '../../../contract/text/shell-command.ts'
import { serve } from '../../../mock-server/serve.ts'
import { exampleFiles, writeWhole } from '../../files/files.ts'
import { InputError, type Io, pathIn, print } from '../../io.ts'
import { exchangeLine } from '../../mock/exchange-line.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { say, screenOf } from '../../terminal/terminal.ts'
import type { TutorialOptions } from './command.ts'
import { TUTORIAL_CLIENTS, type TutorialLanguage } from './mistake.ts'

/** What the folder of a tutorial says: its language, and the step that is next. */
const progressFile = z.strictObject({
  language: z.enum(['python', 'javascript', 'java']),
  step: z.int().min(1).max(4),
})
type Progress = z.infer<typeof progressFile>

const PROGRESS_FILE = 'tutorial.json'
const CARD = 'SCENARIO-PROCESSING'
const LONGEST_MS = 60_000

type RunCommand = (argv: readonly string[]) => Promise<number>

type Lesson = Progress & {
  readonly folder: string
  readonly io: Io
  readonly run: RunCommand
  say(text: string): void
}

/**
 * `partner-purchase tutorial`: takes its next step in a folder. The last one gives the exit code of its certification.
 *
 * @throws {InputError} for a folder that has something else in it, or a client that can't be started.
 */
export async function tutorial(
  folder: string,
  options: TutorialOptions,
  io: Io,
  run: RunCommand,
): Promise<number> {
  const progress = progressIn(folder, io) ?? begin(folder, options.language ?? languageHere(), io)
  const lesson: Lesson = { ...progress, folder, io, run, say: (text) => say(io, text) }
  if (options.fix === true) fix(lesson)
  const steps = [buyACard, loseAnAnswer, buyAgain, certifyIt] as const
  return (await steps[progress.step - 1]?.(lesson)) ?? EXIT_CODES.kept
}

function progressIn(folder: string, io: Io): Progress | undefined {
  const path = pathIn(io, join(folder, PROGRESS_FILE))
  if (!existsSync(path)) return undefined
  const { data } = progressFile.safeParse(parseJson(readFileSync(path, 'utf8')))
  if (data !== undefined) return data
  throw new InputError(`${join(folder, PROGRESS_FILE)}: found no progress in it. Delete it to begin again.`)
}

function begin(folder: string, language: TutorialLanguage, io: Io): Progress {
  if (existsSync(pathIn(io, folder)))
    throw new InputError(
      `${folder} is there, and no tutorial is in it. Name another folder: ${again(io)} FOLDER.`,
    )
  const client = TUTORIAL_CLIENTS[language]
  const { right, wrong } = client
  for (const [name, text] of exampleFiles(client.example))
    writeWhole(join(folder, name), name === client.file ? text.replace(right, () => wrong) : text, io)
  return keep({ language, step: 1 }, folder, io)
}

function keep(progress: Progress, folder: string, io: Io): Progress {
  writeWhole(join(folder, PROGRESS_FILE), `${JSON.stringify(progress)}\n`, io)
  return progress
}

function languageHere(): TutorialLanguage {
  return spawnSync('python3', ['--version']).status === 0 ? 'python' : 'javascript'
}

async function buyACard(lesson: Lesson): Promise<void> {
  lesson.say(`1 of 4: buy a card

${join(lesson.folder, clientOf(lesson).file)} is a client of the Partner Purchase API. It is started now, and buys one card of a mock on this machine. The mock saw:
`)
  const cards = await bought(lesson, false)
  if (cards !== 1)
    return lesson.say('That should have been one card. Did you change the client? Run this again.')
  lesson.say('The order was PROCESSING at first. The client looked it up until it was settled.')
  next(lesson, 2, 'lose an answer on its way back.')
}

async function loseAnAnswer(lesson: Lesson): Promise<void> {
  lesson.say('2 of 4: lose an answer\n\nThe same client, the same card; but the network loses one answer.\n')
  const cards = await bought(lesson, true)
  if (cards === 1) return next(lesson, 4, 'the client survives it already. Certify it.')
  lesson.say(
    `Your client just bought ${cards} cards. It wanted one. The first purchase was recorded, and only its answer was lost; the client took that for a failure, and bought again under a new reference.

The reference, § 4.3: “A client timeout on POST /orders does not mean the purchase failed.”

${whatToChange(lesson)}`,
  )
  next(lesson, 3, `change it, or let ${again(lesson.io)} --fix do it.`)
}

async function buyAgain(lesson: Lesson): Promise<void> {
  lesson.say('3 of 4: the same answer is lost again\n')
  const cards = await bought(lesson, true)
  if (cards === 1) {
    lesson.say('One card, although an answer was lost: the client asked before it bought again.')
    return next(lesson, 4, 'certify it, in everything else that can happen to it.')
  }
  lesson.say(`It bought ${cards} cards. ${whatToChange(lesson)}`)
  next(lesson, 3, `change it, or let ${again(lesson.io)} --fix do it.`)
}

async function certifyIt(lesson: Lesson): Promise<number> {
  const { folder, run, say } = lesson
  say('4 of 4: certify it, in 38 scenarios at the same time; this takes half a minute\n')
  const { program, file } = clientOf(lesson)
  const report = join(folder, 'report')
  const code = await run(['certify', '--report', report, '--', program, join(folder, file)])
  if (code === EXIT_CODES.kept)
    say(
      `\nThat is the whole tutorial. Open ${join(report, 'report.html')}, then certify a client of your own.`,
    )
  return code
}

function clientOf({ language }: Progress) {
  return TUTORIAL_CLIENTS[language]
}

async function bought(lesson: Lesson, isLost: boolean): Promise<number> {
  const { folder, io, say } = lesson
  const { program, file } = clientOf(lesson)
  const mock = await serve({ port: 0 })
  const apiKey = 'pk_test_tutorial'
  try {
    if (isLost) await mock.next(apiKey, 'lost-after')
    const began = systemClock.now()
    const settings = { baseUrl: mock.url, apiKey, sku: CARD, purchases: 1, orderLabel: '1001' }
    const { stderr } = await runClient({
      command: [program, join(folder, file)],
      settings,
      env: io.env,
      cwd: io.cwd,
      limitMs: LONGEST_MS,
      stop: new AbortController().signal,
      elapsedMs: () => systemClock.now() - began,
    })
    const { paint, width } = screenOf(io)
    const exchanges = mock.journal()
    for (const exchange of exchanges) print(io, exchangeLine(exchange, paint, width))
    if (stderr.text !== '') say(`\nIt wrote: ${stderr.text.trim()}`)
    const cards = exchanges.filter(({ order }) => order?.effect === 'recorded').length
    const answer = await fetch(`${mock.url}/balance`, { headers: { authorization: `Bearer ${apiKey}` } })
    const { data } = (await answer.json()) as { data: { balance: { amount: string; currency: string } } }
    say(`\nCards bought: ${cards}. Balance now: ${data.balance.amount} ${data.balance.currency}.\n`)
    return cards
  } finally {
    await mock.close()
  }
}

function whatToChange(lesson: Lesson): string {
  const { wrong, right, file } = clientOf(lesson)
  return `In ${join(lesson.folder, file)} replace

${wrong}
with

${right.trimEnd()}`
}

function fix(lesson: Lesson): void {
  const { file, right, wrong } = clientOf(lesson)
  const path = join(lesson.folder, file)
  // What is no longer written as it was, stays as it is.
  const text = readFileSync(pathIn(lesson.io, path), 'utf8').replace(wrong, () => right)
  writeWhole(path, text, lesson.io)
}

function next({ language, folder, io, say }: Lesson, step: number, what: string): void {
  keep({ language, step }, folder, io)
  const words = folder === 'partner-purchase-tutorial' ? [] : [folder]
  say(`\nNext: ${what} Then run it again:\n  ${[again(io), ...words].join(' ')}`)
}

function again(io: Io): string {
  return shellCommand([...invocationOf(io), 'tutorial'])
}
