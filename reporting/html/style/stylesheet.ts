import { CERTIFICATE } from './certificate.ts'
import { EVIDENCE } from './evidence.ts'
import { PAGE } from './page.ts'
import { PALETTE } from './palette.ts'
import { PRINT } from './print.ts'
import { TIMELINE } from './timeline.ts'
import { VERDICT_COLUMNS } from './verdict-columns.ts'

/** All of the page's style. It loads nothing. */
export const STYLESHEET = [PALETTE, PAGE, VERDICT_COLUMNS, EVIDENCE, PRINT].join('')

/** The style of a certification's page: the same, and what only such a page has. */
export const CERTIFICATE_STYLESHEET = [STYLESHEET, CERTIFICATE, TIMELINE].join('')
