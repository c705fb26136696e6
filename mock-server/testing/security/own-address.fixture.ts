import { networkInterfaces } from 'node:os'

/** An IPv4 address of this machine that is not loopback; undefined if it has none. */
export const OWN_ADDRESS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** The same mock, as it is reached at another address of this machine. */
export function reachedAt(address: string, url: string): string {
  return `http://${address}:${new URL(url).port}`
}
