import type { PageFacts } from '../../contract/wire/page-facts.ts'
import type { MockContext } from '../sandbox/mock.ts'

const NO_PAGE =
  'This mock has no page: it has no server of its own. Start one by serve(), or by npx partner-purchase-kit mock.'

const PLAIN_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' }

/** `GET /__mock/`: the page. It loads nothing from elsewhere, and only its own script runs. */
export function showPage(c: MockContext): Response {
  const { pageScript, profile } = c.var.mock
  if (pageScript === undefined) return c.json({ error: NO_PAGE }, 404)
  const facts: PageFacts = { baseUrl: new URL(c.req.url).origin, auth: profile.auth }
  const nonce = crypto.randomUUID()
  return c.html(pageOf(shell(facts, nonce)), 200, {
    ...PLAIN_HEADERS,
    // The style is a sheet that the script makes: it needs no exception.
    'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'no-store',
  })
}

/** `GET /__mock/page.js`: the script of the page. */
export async function readPageScript(c: MockContext): Promise<Response> {
  const { pageScript } = c.var.mock
  if (pageScript === undefined) return c.json({ error: NO_PAGE }, 404)
  return c.body(await pageScript(), 200, {
    ...PLAIN_HEADERS,
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
  })
}

/** A page of the mock. `body` must not contain foreign text. */
export function pageOf(body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Partner Purchase mock</title>
<link rel="icon" href="data:,">
</head>
<body>
${body}
</body>
</html>`
}

function shell(facts: PageFacts, nonce: string): string {
  // A `<` could end the element that the JSON is in.
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  return `<div id="page"><noscript><p>This page needs JavaScript. Without it, read <a href="journal">the journal as JSON</a>.</p></noscript></div>
<script type="application/json" id="facts">${json}</script>
<script nonce="${nonce}" src="page.js"></script>`
}
