/** The state that the reference documents (§3). */
export const PROCESSING = 'PROCESSING'
