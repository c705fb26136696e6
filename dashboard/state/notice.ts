import { signal } from '@preact/signals'

type Notice = { readonly text: string; readonly isError: boolean }

const NONE: Notice = { text: '', isError: false }

/** What happened last because of the reader, for the eye and for a screen reader. */
export const notice = signal<Notice>(NONE)

/** So long what was done is said: what went wrong stays until something else is done. */
const SHOWN_MS = 8_000

export function say(text: string): void {
  const said = { text, isError: false }
  notice.value = said
  setTimeout(() => {
    if (notice.value === said) notice.value = NONE
  }, SHOWN_MS)
}

export function complain(text: string): void {
  notice.value = { text, isError: true }
}
