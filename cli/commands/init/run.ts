import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { GAPS } from '../../../contract/reference/gaps.ts'
import { TOOL } from '../../../contract/report/kit.ts'
import { exampleFiles, PROFILE_FILE, writeWhole } from '../../files/files.ts'
import { tryOut } from '../../files/writable.ts'
import type { Io } from '../../io.ts'
import { TUTORIAL_CLIENTS } from '../tutorial/mistake.ts'
import type { InitOptions } from './command.ts'

const FOLDER = 'partner-purchase-client'

const HEAD = `// The answers to what the reference does not show. Every key may be left out: then its default applies, as below.
// Write down under "provenance" which answers you have "observed" on the service, or its operator has "confirmed".`

/** @throws {InputError} before anything is written, when a file exists with other content, or can't be written. */
export function init({ ci, client, force = false }: InitOptions, io: Io): void {
  const chosen = client === undefined ? undefined : TUTORIAL_CLIENTS[client]
  const start = chosen && `${chosen.program} ${FOLDER}/${chosen.file}`
  const files = [
    [PROFILE_FILE, profileText()],
    ...(ci === 'none' ? [] : [ciFile(ci, start)]),
    ...(chosen === undefined ? [] : exampleFiles(chosen.example, FOLDER)),
  ] as const
  for (const [out, text] of files) tryOut({ out, force, option: 'init' }, io, text)
  for (const [out, text] of files) writeWhole(out, text, io)
  const written = files.map(([out]) => `wrote ${out}\n`).join('')
  io.stdout.write(
    `${written}\nNext: npx partner-purchase-kit certify --report report -- ${start ?? 'YOUR CLIENT'}\n`,
  )
}

function profileText(): string {
  const sections = Object.entries(DEFAULT_PROFILE).map(([section, value]) => {
    const gaps = Object.values(GAPS).filter(({ profileKey }) => profileKey?.split('.')[0] === section)
    const comments = gaps.map(({ profileKey, text }) => `  // ${profileKey}: ${text}\n`).join('')
    return `${comments}  ${JSON.stringify(section)}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`
  })
  const schema = '  "$schema": "./node_modules/partner-purchase-kit/dist/profile.schema.json"'
  return `${HEAD}\n{\n${[schema, ...sections].join(',\n')}\n}\n`
}

/** It certifies a client, where one is known; it checks a server at `SERVICE_BASE_URL`. */
function ciFile(ci: 'github' | 'gitlab', client?: string): readonly [out: string, text: string] {
  const kit = `npx --yes ${TOOL.name}@${TOOL.version}`
  const certify = `${kit} certify --report report -- ${client ?? 'YOUR CLIENT'}`
  const verify = `${kit} verify --base-url "$SERVICE_BASE_URL" --report report`
  return ci === 'github'
    ? ['.github/workflows/partner-purchase.yml', github(certify, verify)]
    : ['partner-purchase.gitlab-ci.yml', gitlab(certify, verify)]
}

function github(certify: string, verify: string): string {
  const steps = `    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - uses: actions/setup-node@v7
        with:
          node-version: 24
`
  return `name: partner-purchase

on:
  push:
  pull_request:
  schedule:
    - cron: '23 4 * * *'

permissions:
  contents: read

jobs:
  client:
${steps}      - run: ${certify}
      - uses: actions/upload-artifact@v7
        if: \${{ !cancelled() }}
        with:
          name: client
          path: report

  # Workflows of a fork get no secrets, so they leave the service alone.
  service:
    if: vars.SERVICE_BASE_URL != '' && github.event_name != 'pull_request'
${steps}      - run: ${verify}
        env:
          SERVICE_BASE_URL: \${{ vars.SERVICE_BASE_URL }}
          SERVICE_PARTNER_API_KEY: \${{ secrets.SERVICE_PARTNER_API_KEY }}
`
}

function gitlab(certify: string, verify: string): string {
  const job = (name: string, script: string, rules: string) => `${name}:
  image: node:24
${rules}  script:
    - ${script}
  artifacts:
    when: always
    paths: [report/]
    reports:
      junit: report/junit.xml
`
  const rules = '  rules:\n    - if: $SERVICE_BASE_URL\n'
  return `# Include it from .gitlab-ci.yml: include: { local: partner-purchase.gitlab-ci.yml }
${job('partner-purchase-client', certify, '')}
# With SERVICE_BASE_URL, and SERVICE_PARTNER_API_KEY as a masked variable of the project.
${job('partner-purchase-service', verify, rules)}`
}
