import { TOOL } from '../../../contract/report/kit.ts'

/** Whose CI a file is for. */
export type Ci = 'github' | 'gitlab'

/**
 * A file for a CI, and its text. It certifies a client, where one is known; it checks a server at `SERVICE_BASE_URL`.
 *
 * @param client how the client is started.
 */
export function ciFile(ci: Ci, client?: string): readonly [out: string, text: string] {
  const kit = `npx --yes ${TOOL.name}@${TOOL.version}`
  const certify = `${kit} certify --report report -- ${client ?? 'YOUR CLIENT'}`
  const verify = `${kit} verify --base-url "$SERVICE_BASE_URL" --report report`
  return ci === 'github'
    ? ['.github/workflows/partner-purchase.yml', github(certify, verify)]
    : ['partner-purchase.gitlab-ci.yml', gitlab(certify, verify)]
}

function github(certify: string, verify: string): string {
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
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - uses: actions/setup-node@v7
        with:
          node-version: 24
      - run: ${certify}
      - uses: actions/upload-artifact@v7
        if: \${{ !cancelled() }}
        with:
          name: client
          path: report

  # Workflows of a fork get no secrets, so they leave the service alone.
  service:
    if: vars.SERVICE_BASE_URL != '' && github.event_name != 'pull_request'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - uses: actions/setup-node@v7
        with:
          node-version: 24
      - run: ${verify}
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
