import type { Command } from 'commander'

/** One call of each command, as most users begin: the last lines of its help. */
const EXAMPLES: Readonly<Record<string, string>> = {
  tutorial: 'tutorial --language python',
  init: 'init --client python',
  mock: 'mock --open',
  verify: 'verify --base-url https://api.example.com --dry-run',
  certify: 'certify --report report -- node client.mjs',
  judge: 'judge report/journal.jsonl --report again',
  proxy: 'proxy --to https://api.example.com --store sqlite:proxy.sqlite',
  discover: 'discover --openapi api.yaml --report report',
  clauses: 'clauses --json',
  scenarios: 'scenarios --scenarios scenarios.json',
  openapi: 'openapi --out openapi.yaml',
  arazzo: 'arazzo --out arazzo.yaml --openapi ./openapi.yaml',
  fixtures: 'fixtures --products 5000 --seed 7 --out cards.json',
}

/** Adds to the help of each command how it is called. */
export function addExamples(commands: readonly Command[]): void {
  for (const command of commands) {
    const example = EXAMPLES[command.name()]
    if (example !== undefined)
      command.addHelpText('after', `\nExample:\n  npx partner-purchase-kit ${example}`)
  }
}
