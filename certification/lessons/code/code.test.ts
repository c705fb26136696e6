import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { adviceFor } from '../../testing/certification.fixture.ts'
import { type Client, clientJournal } from '../../testing/client-journal.fixture.ts'
import { clientOf } from '../../testing/clients.fixture.ts'
import { codeFor, languageOf } from './code.ts'

const walksAway = clientOf({ afterLoss: 'fail', afterServerError: 'fail' })
const buysAgain = clientOf({ afterLoss: 'buy again', afterServerError: 'buy again' })
const stopsAtMiss = clientOf({ afterMiss: 'fail' })

test.each([
  [{ userAgent: 'Python-urllib/3.11' }, 'except (OSError'],
  [{ userAgent: 'Java-http-client/17.0.15' }, 'catch (IOException'],
  [{ userAgent: 'node' }, 'await lookUp'],
  [{ userAgent: 'Go-http-client/1.1' }, 'err == nil'],
  [{ userAgent: 'Ruby' }, 'rescue'],
  [{ userAgent: 'curl/8.5.0', command: ['sh', 'client.sh'] }, 'if found=$(look_up'],
  [{ command: ['/usr/bin/php8.2', '-f', 'client.php'] }, '$order = lookUp'],
  [{ command: ['dotnet', 'run'] }, 'HttpRequestException'],
  [{ command: ['./target/release/client'] }, 'if let Ok(found)'],
  [{ stderr: "thread 'main' panicked at src/main.rs:4:1:\n503\n" }, 'if let Ok(found)'],
])('the fix is code in the language that %o shows', (beside, code) => {
  const lesson = adviceFor('follows-until-settled', 'SCENARIO-POLL-LOST', stopsAtMiss, beside)
  expect(lesson.code).toContain(code)
})

test('where nothing shows the language, the advice is in English alone', () => {
  const { exchanges } = clientJournal('SCENARIO-AT-ONCE', (client) => client.ping(), {
    headers: { 'user-agent': 'acme-shop/3.2' },
  })
  expect(languageOf(exchanges, ['./client'], undefined)).toBeUndefined()
  expect(adviceFor('follows-until-settled', 'SCENARIO-POLL-LOST', stopsAtMiss).code).toBeUndefined()
})

test('code that another profile would make wrong is not shown', () => {
  const lookup = { method: 'GET' as const, path: '/purchases?reference={partnerReference}' }
  expect(codeFor('lookup-path', 'python', DEFAULT_PROFILE)).toContain('/orders/')
  expect(codeFor('lookup-path', 'python', { ...DEFAULT_PROFILE, lookup })).toBeUndefined()
})

const TRACE = `Traceback (most recent call last):
  File "/shop/client.py", line 31, in follow
    answer = urlopen(url)
ConnectionResetError: [Errno 104] Connection reset by peer
`

test('the line that the client stopped at is beside the advice that is about its error, and no other', () => {
  const beside = { stderr: TRACE }
  expect(adviceFor('follows-until-settled', 'SCENARIO-POLL-LOST', stopsAtMiss, beside).line).toBe(
    '/shop/client.py:31: answer = urlopen(url) (ConnectionResetError: [Errno 104] Connection reset by peer)',
  )
  const unprepared = (client: Client) => client.buy('SHOP:1')
  expect(adviceFor('ping-first', 'SCENARIO-LOST-AFTER', unprepared, beside)).not.toHaveProperty('line')
  expect(adviceFor('timeout-is-not-failure', 'SCENARIO-CUT', walksAway, beside)).toHaveProperty('line')
  expect(adviceFor('timeout-is-not-failure', 'SCENARIO-CUT', buysAgain, beside)).not.toHaveProperty('line')
  const sendsMore = (client: Client) => [client.buy('SHOP:1', { body: 'sku=A' }), client.ping()]
  expect(adviceFor('exactly-two-fields', 'SCENARIO-AT-ONCE', sendsMore, beside)).not.toHaveProperty('line')
})
