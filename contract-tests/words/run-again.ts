import { redact } from '../../contract/text/redact.ts'
import { shellCommand } from '../../contract/text/shell-command.ts'
import type { HistoryHead } from '../history/history.ts'
import { isOnThisMachine, purchaseLimit } from '../run/target.ts'

/**
 * The command that runs the suite again as it was run, quoted for a POSIX shell and without any key. A run reads the file
 * of the profile that it finds in its folder.
 *
 * @example
 * runAgain(head) // 'npx partner-purchase verify --base-url https://test.example'
 */
export function runAgain(head: Pick<HistoryHead, 'baseUrl' | 'thorough' | 'sku' | 'maxPurchases'>): string {
  const { baseUrl, thorough, sku, maxPurchases } = head
  const words = [
    ...['npx', 'partner-purchase', 'verify', '--base-url', baseUrl],
    ...(baseUrl.startsWith('http:') && !isOnThisMachine(baseUrl) ? ['--allow-http'] : []),
    ...(sku === null ? [] : ['--sku', sku]),
    ...(thorough ? ['--thorough'] : []),
    ...(maxPurchases === purchaseLimit({ thorough }) ? [] : ['--max-purchases', String(maxPurchases)]),
  ]
  return redact(shellCommand(words))
}
