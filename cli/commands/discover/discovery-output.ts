import { legibleJson } from '../../../contract/text/harmless.ts'
import { redact } from '../../../contract/text/redact.ts'
import type { Discovery } from '../../../contract-tests/discovery/discover.ts'
import { type EvidenceFacts, evidenceDocument } from '../../../contract-tests/discovery/evidence-document.ts'
import { writeWhole } from '../../files/files.ts'
import { tryOut } from '../../files/out-file.ts'
import { type Folder, type Io, print } from '../../io.ts'
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

/** The files that a discovery writes. */
export type DiscoveryFiles = { readonly profile: string; readonly evidence: string }

/**
 * The files of a discovery: the profile, and the evidence next to it.
 *
 * @throws {InputError} when one of them exists and may not be overwritten, or can't be written.
 *
 * @example
 * discoveryFiles('a.profile.json', false, io).evidence // 'a.profile.evidence.json'
 */
export function discoveryFiles(out: string, force: boolean, folder: Folder): DiscoveryFiles {
  const files = { profile: out, evidence: `${out.replace(/\.json$/, '')}.evidence.json` }
  for (const file of Object.values(files)) tryOut({ out: file, force }, folder)
  return files
}

/** The content of a discovery's files, without any key. */
export function discoveryDocuments(
  discovery: Omit<Discovery, 'ending'>,
  facts: EvidenceFacts,
  secrets: readonly string[],
): DiscoveryFiles {
  const asText = (document: object) => `${legibleJson(redact(JSON.stringify(document, null, 2), secrets))}\n`
  return { profile: asText(discovery.profile), evidence: asText(evidenceDocument(discovery, facts)) }
}

/** Writes profile and evidence, each atomically. */
export function writeDiscovery(documents: DiscoveryFiles, files: DiscoveryFiles, folder: Folder): void {
  writeWhole(files.profile, documents.profile, folder)
  writeWhole(files.evidence, documents.evidence, folder)
}
