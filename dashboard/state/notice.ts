import { signal } from '@preact/signals'

/** What happened last because of the reader, for the eye and for a screen reader. */
export const notice = signal<{ readonly text: string; readonly isError: boolean }>({
  text: '',
  isError: false,
})

export function say(text: string): void {
  notice.value = { text, isError: false }
}

export function complain(text: string): void {
  notice.value = { text, isError: true }
}
