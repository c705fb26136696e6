/**
 * Loaded into a server before anything else: asked over its channel, it tells how much memory it holds once the
 * rubbish is gone. It does not keep the server up.
 */
process.on('message', () => {
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
process.channel?.unref()
