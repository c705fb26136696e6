import { redact } from '../../../contract/text/redact.ts'
import { type Io, print } from '../../io.ts'
import { type Paint, paintFor, widthOf } from '../../terminal/terminal.ts'

/** Where the output of a discovery goes. */
export type DiscoveryTerminal = {
  readonly say: (text: string) => void
  readonly paint: Paint
  readonly width: number
}

/** All output goes through it, and keys are removed. */
export function discoveryTerminal(io: Io, secrets: readonly string[]): DiscoveryTerminal {
  return {
    say: (text) => print(io, redact(text, secrets)),
    paint: paintFor(io.stdout, io.env),
    width: widthOf(io.stdout),
  }
}
