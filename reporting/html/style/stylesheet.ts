import { EVIDENCE } from './evidence.ts'
import { LEDGER } from './ledger.ts'
import { PAGE } from './page.ts'
import { PALETTE } from './palette.ts'
import { PRINT } from './print.ts'

/** All of the page's style. It loads nothing. */
export const STYLESHEET = [PALETTE, PAGE, LEDGER, EVIDENCE, PRINT].join('')
