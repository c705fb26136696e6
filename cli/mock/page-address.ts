import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'

/**
 * The address of a mock's page, for a browser on this machine.
 *
 * @param url the base address of the mock.
 * @param token opens the page where the mock needs a token.
 *
 * @example
 * pageAddress('http://127.0.0.1:4010') // 'http://127.0.0.1:4010/__mock/'
 */
export function pageAddress(url: string, token?: string): string {
  const address = new URL(`${ADMIN_PREFIX}/`, url)
  if (token !== undefined) address.searchParams.set('token', token)
  return address.href
}
