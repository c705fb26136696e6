// Prints its key to both of its outputs: whole, encoded, and in two pieces.
const { SERVICE_PARTNER_API_KEY: key } = process.env

for (const stream of [process.stdout, process.stderr]) {
  stream.write(`The key is ${key}.\n`)
  stream.write(`${Buffer.from(`user:${key}`).toString('base64')}\n`)
  await new Promise((written) => stream.write(key.slice(0, 12), written))
  await new Promise((resolve) => setTimeout(resolve, 50))
  stream.write(`${key.slice(12)}\n`)
}
