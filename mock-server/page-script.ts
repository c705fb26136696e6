import { readFile } from 'node:fs/promises'

let script: Promise<string> | undefined

/** The script of the mock's page: from the package, or bundled if the sources run. */
export function readScript(): Promise<string> {
  script ??= import.meta.url.endsWith('.ts')
    ? bundled()
    : readFile(new URL('page.js', import.meta.url), 'utf8')
  return script
}

async function bundled(): Promise<string> {
  // The package has no bundler: the computed name hides it from the compiler.
  const bundler = new URL('../build/write-dashboard.ts', import.meta.url).href
  const { bundleDashboard } = (await import(bundler)) as { bundleDashboard(): Promise<{ code: string }> }
  return (await bundleDashboard()).code
}
