// Sends nothing, and does not end: ten minutes are for ever to a scenario.
setTimeout(() => undefined, 600_000)
