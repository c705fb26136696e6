/** A proxy that can't be opened as it was asked for: names what was found, and what to do. */
export class ProxySetupError extends Error {
  override readonly name = 'ProxySetupError'
}
