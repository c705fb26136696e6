import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import { serveFetch } from '../../mock-server/serve.ts'
import { ROOT } from './built-package.fixture.ts'

const WORKER = readFileSync(join(ROOT, 'node_modules', 'msw', 'lib', 'mockServiceWorker.js'), 'utf8')

/** The code of a page of a project, bundled for a browser. */
export async function bundled(project: string, name: string, code: string): Promise<OutputChunk> {
  const input = join(project, `${name}.js`)
  writeFileSync(input, code)
  const bundle = await rolldown({ input, cwd: project, platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return output[0]
}

/** A server of one page, its script and the service worker; anything else is a 404. */
export function servePage(script: string) {
  const files: Record<string, readonly [type: string, text: string]> = {
    '/': ['text/html', '<!doctype html><title>page</title><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', script],
    '/mockServiceWorker.js': ['text/javascript', WORKER],
  }
  return serveFetch((request) => {
    const [type, text] = files[new URL(request.url).pathname] ?? []
    if (type === undefined) return new Response('no such file', { status: 404 })
    return new Response(text, { headers: { 'Content-Type': type } })
  })
}
