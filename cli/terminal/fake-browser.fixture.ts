import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * What opens a browser on most systems, writing the address down instead.
 *
 * @returns the file that it is written to, and the PATH on which this is found.
 */
export function fakeBrowser(folder: string): { readonly opened: string; readonly path: string } {
  const opened = join(folder, 'opened')
  for (const opener of ['xdg-open', 'open'])
    writeFileSync(join(folder, opener), `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 })
  return { opened, path: `${folder}${delimiter}${process.env.PATH}` }
}
