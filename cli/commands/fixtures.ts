import { generateCatalogue } from '../../fixtures/generate-catalogue.ts'
import { writeWhole } from '../files.ts'

/** `partner-purchase fixtures`: makes a catalogue file. */
export function fixtures(options: { products: number; seed: number; out?: string }): void {
  const text = `${JSON.stringify(generateCatalogue(options), null, 2)}\n`
  if (options.out === undefined) process.stdout.write(text)
  else writeWhole(options.out, text)
}
