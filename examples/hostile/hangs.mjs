// Sends nothing, and does not end: ten minutes are longer than any scenario.
setTimeout(() => undefined, 600_000)
