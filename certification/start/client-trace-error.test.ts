import { expect, test } from 'vitest'
import { errorLine } from './client-trace.ts'

test.each([
  [
    'Node',
    'file:///shop/c.mjs:3\n  throw new Error(message)\n        ^\n\nError: ping failed: 401\n    at file:///shop/c.mjs:3:18\n\nNode.js v24.21.0\n',
    'Error: ping failed: 401',
  ],
  [
    'Node, with a cause',
    "[TypeError: fetch failed] {\n  [cause]: [Error: wrong version number\n  ] {\n    code: 'ERR_SSL'\n  }\n}\n\nNode.js v24.21.0",
    'Error: wrong version number',
  ],
  [
    'Node, printed by the client',
    "fetch failed Error: connect ECONNREFUSED\n    at TCP (node:net:1) {\n  errno: -111,\n  code: 'ECONNREFUSED',\n  port: 4999\n}",
    'fetch failed Error: connect ECONNREFUSED',
  ],
  [
    'Python',
    'Traceback (most recent call last):\n  File "c.py", line 1, in <module>\n    import nosuch\nModuleNotFoundError: No module named \'nosuch\'\n',
    "ModuleNotFoundError: No module named 'nosuch'",
  ],
  [
    'Python, of a library, with what caused it',
    'ValueError: invalid literal: b\'\'\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File "c.py", line 1, in read\n    answer.read()\nhttp.client.IncompleteRead: IncompleteRead(0 bytes read)\n',
    'http.client.IncompleteRead: IncompleteRead(0 bytes read)',
  ],
  [
    'Java',
    'Exception in thread "main" java.io.IOException: refused\n\tat Client.main(Client.java:7)\n\t... 3 more',
    'Exception in thread "main" java.io.IOException: refused',
  ],
  [
    'Go',
    'panic: no key\n\ngoroutine 1 [running]:\nmain.main()\n\t/c.go:5 +0x1d\nexit status 2',
    'panic: no key',
  ],
  ['a shell', 'sh: 1: nosuchprogram: not found\n', 'sh: 1: nosuchprogram: not found'],
])('the error of a client in %s is one line, without its stack', (_, written, line) => {
  expect(errorLine(written)).toBe(line)
})

test('a client that wrote nothing has no error', () => {
  expect(errorLine('\n \n')).toBeNull()
})

test('a long line is cut, and moves no cursor', () => {
  const line = errorLine(`Error: \u001b[31m${'x'.repeat(500)}`)
  expect(line?.length).toBeLessThan(210)
  expect(line).not.toMatch(/\p{Cc}/u)
})
