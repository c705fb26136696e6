import type { CertificationProgress } from '../../../certification/runner/progress.ts'
import { writeWhole } from '../../files/files.ts'
import { jsonFile } from '../../files/report-files.ts'
import type { Folder } from '../../io.ts'

type Listening = Extract<CertificationProgress, { event: 'listening' }>

/**
 * Writes for a program what a service is to buy, and where: it is there once the mock can be called.
 *
 * @param options.isKeyGiven whether the key was named by the user: then it is not repeated.
 */
export function writeShoppingList(
  file: string,
  { url: baseUrl, key, certificate, scenarios, own }: Listening,
  { isKeyGiven, folder }: { readonly isKeyGiven: boolean; readonly folder: Folder },
): void {
  const document = {
    schema: 'partner-purchase/shopping-list@1',
    baseUrl,
    key: isKeyGiven ? null : key,
    certificate,
    // A card that has another name than its scenario has it for not saying what happens.
    purchases: scenarios.map(({ sku, purchases, story }) => ({
      sku,
      purchases,
      ...(own === null && { story }),
    })),
  }
  writeWhole(file, jsonFile(document), folder)
}
