// Writes a gigabyte to its standard output, as fast as it is read.
import { once } from 'node:events'

const MEBIBYTE = 'a'.repeat(2 ** 20 - 1).concat('\n')

for (let written = 0; written < 1024; written += 1) {
  if (!process.stdout.write(MEBIBYTE)) await once(process.stdout, 'drain')
}
