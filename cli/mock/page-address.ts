import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'

/** What a browser on this machine calls an address that means all of them. */
const OWN_NAMES: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' }

/**
 * The address of a mock's page, for a browser on this machine.
 *
 * @param url the base address of the mock.
 * @param token opens the page where the mock needs a token.
 *
 * @example
 * pageAddress('http://0.0.0.0:4010') // 'http://127.0.0.1:4010/__mock/'
 */
export function pageAddress(url: string, token?: string): string {
  const address = new URL(`${ADMIN_PREFIX}/`, url)
  address.hostname = OWN_NAMES[address.hostname] ?? address.hostname
  if (token !== undefined) address.searchParams.set('token', token)
  return address.href
}
