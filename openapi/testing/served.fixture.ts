import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, onTestFinished } from 'vitest'
import { checkerScript } from '../../checkers/installed.fixture.ts'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { OTHER_PROFILE } from '../../contract/testing/other-profile.fixture.ts'
import { freePort } from '../../mock-server/store/postgres/embedded-server.fixture.ts'
import { openApiDocument } from '../openapi-document.ts'

/** The profiles that outside tools see the documents of. */
export const PROFILES = { 'the defaults': {}, 'a profile that differs everywhere': OTHER_PROFILE }

/** A folder with the documents of a profile, removed after the tests of the file. */
export function documentsOf(given: (typeof PROFILES)[keyof typeof PROFILES]): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-documents-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const profile = resolveProfile(given)
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(profile)))
  return folder
}

/** The exit code and the output of a checker. */
export type Checked = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** Runs a checker in a folder to its end. */
export async function check(
  folder: string,
  script: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Checked> {
  const env = {
    ...process.env,
    ...more,
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], {
      cwd: folder,
      env,
    })
    return { code: 0, stdout, stderr }
  } catch (cause) {
    const { code, stdout, stderr } = cause as Checked
    return { code, stdout, stderr }
  }
}

/** What a command of a package prints, of those for tests alone. @throws {Error} where it does not end with 0. */
export async function ran(
  folder: string,
  [packageName = '', command = '', ...args]: readonly string[],
): Promise<string> {
  const { code, stdout, stderr } = await check(folder, checkerScript(packageName, command), args)
  if (code !== 0) throw new Error(`${packageName} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}

/** Prism between a client and a server, and every violation that it has seen. */
export type Proxy = {
  readonly url: string
  readonly violations: () => readonly string[]
}

/** Starts Prism's proxy in front of a server, until the test that asks for it ends. */
export async function prismProxy(folder: string, upstream: string): Promise<Proxy> {
  // Prism takes no port 0.
  const port = await freePort()
  const script = checkerScript('@stoplight/prism-cli', 'prism')
  const args = [script, 'proxy', 'openapi.json', upstream, '--host', '127.0.0.1', '--port', String(port)]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'close')
  })
  const lines: string[] = []
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line))
  while (!lines.some((line) => line.includes('is listening'))) await once(output, 'line')
  return {
    url: `http://127.0.0.1:${port}`,
    violations: () => lines.flatMap((line) => /Violation: (.*)$/.exec(line)?.[1] ?? []),
  }
}
