import type { CertificationPlan, CertificationRun } from '../../../certification/runner/certification-plan.ts'
import { type ListenPlan, listen } from '../../../certification/runner/listening/listen.ts'
import type { Sandbox } from '../../../certification/runner/sandbox.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { type Io, print } from '../../io.ts'
import { exchangeLine } from '../../mock/exchange-line.ts'
import type { Interruption } from '../../terminal/interruption.ts'
import { type Paint, paintFor } from '../../terminal/terminal.ts'

/** Where a service finds the mock, and for how long. */
export type Place = Pick<ListenPlan, 'port' | 'host' | 'timeoutSeconds'>

const MARKS = { untouched: '○', 'under-way': '›', ended: '✓' } as const

/**
 * Listens to a client that is a service, and shows on standard output what arrives.
 *
 * @throws {ListenError} when the port can't be had.
 */
export async function certifyService(
  plan: CertificationPlan,
  place: Place,
  { signal, isInterrupted }: Interruption,
  io: Io,
): Promise<CertificationRun> {
  const paint = paintFor(io.stdout, io.env)
  const enter = whenEnterIsPressed(io)
  const [startedAt, beganAt] = [Date.now(), performance.now()]
  const stop = AbortSignal.any([signal, enter.signal])
  try {
    const { trials, baseUrl } = await listen(
      { ...plan, ...place, stop },
      {
        onReady: (sandbox, list) => print(io, invitation(sandbox, list, paint)),
        onExchange: (exchange) => print(io, exchangeLine(exchange, paint)),
        onStage: (sku, stage) =>
          print(io, paint('bold', `${MARKS[stage]} ${sku} ${stage.replace('-', ' ')}`)),
      },
    )
    const ending = isInterrupted() ? 'The run was interrupted.' : null
    return { trials, baseUrl, startedAt, durationMs: Math.round(performance.now() - beganAt), ending }
  } finally {
    enter.release()
  }
}

/** The key is shown here and nowhere else: it is the mock's own, and worth nothing when the run is over. */
function invitation({ url, key }: Sandbox, list: readonly Scenario[], paint: Paint): string {
  const title = (text: string) => paint('bold', text)
  return [
    `  ${title('Base address')}  ${url}`,
    `  ${title('Key')}           ${key}`,
    '',
    `  ${title('Have your service buy')}, each under references of its own, in any order but the last:`,
    ...list.map(({ sku, purchases, story }) => `  ${purchases} × ${sku.padEnd(28)}${paint('dim', story)}`),
    '',
    paint('dim', '  It ends when all is bought and it is quiet. Enter ends it now; Ctrl-C interrupts it.'),
    '',
  ].join('\n')
}

/** Whatever else stands in the input is left aside, and so is its end: a service may be run without one. */
function whenEnterIsPressed({ stdin }: Io): { readonly signal: AbortSignal; release(): void } {
  const pressed = new AbortController()
  const hear = (chunk: Buffer) => {
    if (chunk.includes('\n')) pressed.abort()
  }
  stdin.on('data', hear)
  stdin.on('error', () => {})
  return {
    signal: pressed.signal,
    release() {
      stdin.off('data', hear)
      stdin.pause()
    },
  }
}
