import { expect, test } from 'vitest'
import { clientTrace, errorLine } from './client-trace.ts'

const OF_PYTHON = `Traceback (most recent call last):
  File "/shop/client.py", line 31, in follow
    status = answer["data"]["order"]["order"]["status"]
             ~~~~~~~~~~~~~~~~~~~~~~~^^^^^^^^^
KeyError: 'order'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/shop/client.py", line 50, in <module>
    main()
  File "/shop/client.py", line 33, in follow
    raise RuntimeError("gave up")
RuntimeError: gave up
`

const OF_A_LIBRARY = `Traceback (most recent call last):
  File "/usr/lib/python3.11/urllib/request.py", line 1348, in do_open
    h.request(req.get_method())
  File "/usr/lib/python3.11/socket.py", line 833, in create_connection
    sock.connect(sa)
ConnectionResetError: [Errno 104] Connection reset by peer

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/shop/client.py", line 12, in buy
    urlopen(request)
  File "/usr/lib/python3.11/urllib/request.py", line 1351, in do_open
    raise URLError(err)
urllib.error.URLError: <urlopen error [Errno 104] Connection reset by peer>
`

const OF_NODE = `file:///shop/client.mjs:9
  const { status } = (await answer.json()).data.order.order
                                               ^

TypeError: Cannot read properties of undefined (reading 'order')
    at follow (file:///shop/client.mjs:9:48)
    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)
    at async file:///shop/client.mjs:20:1

Node.js v24.21.0
`

const OF_NODE_FETCH = `TypeError: fetch failed
    at node:internal/deps/undici/undici:13510:13
    at async call (/shop/node_modules/got/index.js:1:2)
    at async buy (/shop/client.ts:14:20) {
  [cause]: Error: read ECONNRESET
      at TCP.onStreamRead (node:internal/stream_base_commons:216:20) {
    errno: -104
  }
}
`

const OF_JAVA = `Exception in thread "main" java.lang.RuntimeException: not bought
	at com.acme.Client.buy(Client.java:40)
	at com.acme.Client.main(Client.java:12)
Caused by: java.io.IOException: chunked transfer encoding, state: READING_LENGTH
	at java.net.http/jdk.internal.net.http.HttpClientImpl.send(HttpClientImpl.java:586)
	at com.acme.Client.send(Client.java:66)
	... 2 more
Caused by: java.io.EOFException: EOF reached while reading
	at java.net.http/jdk.internal.net.http.Http1AsyncReceiver.checkForErrors(Http1AsyncReceiver.java:302)
`

test.each([
  ['Python: the first cause', OF_PYTHON, 'python', '/shop/client.py:31', "KeyError: 'order'"],
  [
    'Python: its own code, where the cause is in a library',
    OF_A_LIBRARY,
    'python',
    '/shop/client.py:12',
    'urllib.error.URLError: <urlopen error [Errno 104] Connection reset by peer>',
  ],
  [
    'Node',
    OF_NODE,
    'javascript',
    '/shop/client.mjs:9',
    "TypeError: Cannot read properties of undefined (reading 'order')",
  ],
  ['Node, with a cause', OF_NODE_FETCH, 'javascript', '/shop/client.ts:14', 'Error: read ECONNRESET'],
  [
    'Java: the deepest cause, and the nearest own line to it',
    OF_JAVA,
    'java',
    'Client.java:66',
    'java.io.EOFException: EOF reached while reading',
  ],
  [
    'PHP',
    'PHP Fatal error:  Uncaught RuntimeException: 503 in /shop/vendor/http/Client.php:8\nStack trace:\n#0 /shop/client.php(21): send()\n#1 {main}\n  thrown in /shop/vendor/http/Client.php on line 8',
    'php',
    '/shop/client.php:21',
    'RuntimeException: 503 in /shop/vendor/http/Client.php:8',
  ],
  [
    'Go',
    'panic: unexpected EOF\n\ngoroutine 1 [running]:\nencoding/json.decode(...)\n\t/usr/local/go/src/encoding/json/decode.go:9 +0x1\nmain.buy()\n\t/shop/main.go:42 +0x1d\nmain.main()\n\t/shop/main.go:10 +0x1d\nexit status 2',
    'go',
    '/shop/main.go:42',
    'panic: unexpected EOF',
  ],
  [
    'Ruby',
    "/usr/lib/ruby/3.2.0/json/common.rb:216:in `parse': unexpected end of input (JSON::ParserError)\n\tfrom client.rb:18:in `follow'\n\tfrom client.rb:30:in `<main>'",
    'ruby',
    'client.rb:18',
    "/usr/lib/ruby/3.2.0/json/common.rb:216:in `parse': unexpected end of input (JSON::ParserError)",
  ],
  [
    'Rust',
    "\nthread 'main' (4711) panicked at src/main.rs:44:10:\ncalled `Result::unwrap()` on an `Err` value: 503\nnote: run with `RUST_BACKTRACE=1`",
    'rust',
    'src/main.rs:44',
    'called `Result::unwrap()` on an `Err` value: 503',
  ],
  [
    'C#',
    'Unhandled exception. System.Exception: lost\n ---> System.IO.IOException: reset\n   at System.Net.Http.HttpConnection.SendAsync()\n   at Shop.Client.Buy() in /shop/Client.cs:line 33\n   --- End of inner exception stack trace ---\n   at Shop.Program.Main() in /shop/Program.cs:line 5',
    'csharp',
    '/shop/Client.cs:33',
    'System.IO.IOException: reset',
  ],
])('the likely line of a client in %s', (_, written, language, at, error) => {
  expect(clientTrace(written)).toMatchObject({ language, at, error })
})

test('what is on the line is quoted, where it was written', () => {
  expect(clientTrace(OF_PYTHON)?.source).toBe('status = answer["data"]["order"]["order"]["status"]')
  expect(clientTrace(OF_NODE)?.source).toBe('const { status } = (await answer.json()).data.order.order')
  expect(clientTrace(OF_JAVA)?.source).toBeNull()
})

test('a line that only sends what another one asks for is shown with that one', () => {
  expect(clientTrace(OF_NODE)?.from).toBe('/shop/client.mjs:20')
  expect(clientTrace(OF_A_LIBRARY)?.from).toBeNull()
})

test('of two failures, the last one counts', () => {
  expect(clientTrace(`${OF_PYTHON}\n${OF_A_LIBRARY}`)?.at).toBe('/shop/client.py:12')
})

test('a line without an end does not hold up the search', () => {
  const endless = `   at ${' in'.repeat(60_000)}`
  expect(clientTrace(`${endless}\n${OF_JAVA}`)?.at).toBe('Client.java:66')
})

test('a trace of libraries alone, and a text without one, name no line', () => {
  expect(clientTrace('Error: x\n    at TCP (node:net:1:2)\n')).toBeNull()
  expect(clientTrace('bought\n')).toBeNull()
})

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
