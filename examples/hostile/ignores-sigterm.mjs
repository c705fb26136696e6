// Will not be asked to end: only SIGKILL does that before ten minutes have passed.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => console.log(`ignores ${signal}`))
setTimeout(() => process.exit(1), 600_000)
console.log('ready')
