import type { CodeOf } from './snippets.ts'

/** A program around the code of one language, which prints `ok` when each piece did what its advice says. */
export type Program = {
  readonly file: string
  readonly program: string
  readonly args: readonly string[]
  /** Commands that have to succeed where it can be run. */
  readonly needs: readonly (readonly [string, ...string[]])[]
  readonly write: (code: CodeOf) => string
}

const indented = (text: string, by: string) => text.replaceAll(/^/gm, by)

export const IN_PYTHON: Program = {
  file: 'code.py',
  program: 'python3',
  args: [],
  needs: [['python3', '--version']],
  write: (code) => `
import http.client, io, json, os, sys, time, types, urllib.parse
from decimal import Decimal
posted, bought_references, slept, sent = [], [], [], []
requests = types.SimpleNamespace(post=lambda url, json, headers: posted.append((url, json)))
time.sleep = slept.append
base, reference, sku, headers = "http://mock", "SHOP:a 1", "CARD", {}
${code.call}
assert url == "http://mock/ping" and headers == {"Authorization": "Bearer pk_test_me"}
${code.body}
assert posted == [("http://mock/orders", {"partnerReference": "SHOP:a 1", "sku": "CARD"})]
assert json.loads(json.dumps(purchase).encode()) == posted[0][1]
balance, price = {"amount": "150.00"}, {"amount": "25.00"}
${code.amount}
assert is_enough is True
buy = bought_references.append
${code.reference}
assert bought_references == ["SHOP:a1-1", "SHOP:a1-2"]
${code['lookup-path']}
assert url == "http://mock/orders/SHOP%3Aa%201"
bought, lookup = {"data": {"order": {"order": 1}}}, {"data": {"order": 2}}
${code.positions.split('\n')[0]}
assert order == 1
${code.positions.split('\n')[1]}
assert order == 2
order = {"status": "PROCESSING", "pollAfterSeconds": 1.5}
look_up = lambda _: {"status": "COMPLETED"}
${code['poll-loop']}
assert order == {"status": "COMPLETED"} and slept == [1.5]
def look_up(_): raise ConnectionResetError()
${code['failed-poll']}
assert order == {"status": "COMPLETED"}
def send(text): sent.append(text); return "answer" if len(sent) == 3 else None
${code.retry}
assert answer == "answer" and len(sent) == 3 and len(set(sent)) == 1
class Socket(io.BytesIO):
    def makefile(self, _): return self
def cut(text):
    response = http.client.HTTPResponse(Socket(b"HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n" + text))
    response.begin()
    return response
response = cut(b"2\\r\\n{}\\r\\n0\\r\\n\\r\\n")
${code['whole-body']}
assert answer == {}
response = cut(b"2\\r\\n{}\\r\\n")
${code['whole-body']}
assert answer is None
print("ok")
`,
}

export const IN_JAVASCRIPT: Program = {
  file: 'code.mjs',
  program: process.execPath,
  args: [],
  needs: [],
  write: (code) => `
import { deepEqual, equal } from 'node:assert/strict'
import { createServer } from 'node:http'
const [base, reference, sku] = ['http://mock', 'SHOP:a 1', 'CARD']
const platformFetch = fetch
let headers
{
${code.call}
equal(url, 'http://mock/ping')
deepEqual(headers, { Authorization: 'Bearer pk_test_me' })
}
{
let posted
const fetch = async (...all) => { posted = all }
${code.body}
deepEqual(posted, ['http://mock/orders', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"partnerReference":"SHOP:a 1","sku":"CARD"}' }])
}
{
const [balance, price] = [{ amount: '150.00' }, { amount: '25.00' }]
${code.amount}
equal(isEnough, true)
}
{
const all = []
const buy = async (one) => all.push(one)
${code.reference}
deepEqual(all, ['SHOP:a1-1', 'SHOP:a1-2'])
}
{
${code['lookup-path']}
equal(url, 'http://mock/orders/SHOP%3Aa%201')
}
let order
const [bought, lookup] = [{ data: { order: { order: 1 } } }, { data: { order: 2 } }]
${code.positions.split('\n')[0]}
equal(order, 1)
${code.positions.split('\n')[1]}
equal(order, 2)
order = { status: 'PROCESSING', pollAfterSeconds: 1.5 }
{
const waited = []
const setTimeout = (done, milliseconds) => { waited.push(milliseconds); done() }
const lookUp = async () => ({ status: 'COMPLETED' })
${code['poll-loop']}
deepEqual([order.status, waited], ['COMPLETED', [1500]])
}
{
const lookUp = async () => { throw new Error('reset') }
${code['failed-poll']}
equal(order.status, 'COMPLETED')
}
{
const sent = []
const send = async (body) => (sent.push(body) === 3 ? 'answer' : null)
${code.retry}
deepEqual([answer, sent.length, new Set(sent).size], ['answer', 3, 1])
}
const server = createServer((request, response) => {
  response.write('{}')
  if (request.url === '/whole') response.end()
  else setTimeout(() => response.destroy(), 20)
})
await new Promise((done) => server.listen(0, '127.0.0.1', done))
for (const [path, expected] of [['whole', {}], ['cut', null]]) {
const response = await platformFetch(\`http://127.0.0.1:\${server.address().port}/\${path}\`)
${code['whole-body']}
deepEqual(answer, expected)
}
server.close()
console.log('ok')
`,
}

export const IN_JAVA: Program = {
  file: 'Code.java',
  program: 'java',
  args: ['-XX:TieredStopAtLevel=1'],
  needs: [['javac', '-version']],
  write: (code) => `
import java.io.*; import java.math.BigDecimal; import java.net.*; import java.net.http.*; import java.util.*;
import java.net.http.HttpRequest.BodyPublishers; import java.net.http.HttpResponse.BodyHandlers;
import static java.nio.charset.StandardCharsets.UTF_8;
public class Code {
  /** As much of Jackson as the code calls. */
  static class JsonNode {
    final Object value;
    JsonNode(Object value) { this.value = value; }
    JsonNode path(String name) { return new JsonNode(((Map<?, ?>) value).get(name)); }
    String asText() { return value.toString(); }
    double asDouble() { return ((Number) value).doubleValue(); }
  }
  static class ObjectMapper {
    String writeValueAsString(Map<String, String> fields) { return new TreeMap<>(fields).toString(); }
  }
  static final String base = "http://mock", reference = "SHOP:a 1", sku = "CARD";
  static final List<String> seen = new ArrayList<>();
  static void buy(String one) { seen.add(one); }
  static void equal(Object one, Object other) { if (!Objects.equals(one, other)) throw new AssertionError(one + " is not " + other); }
  static JsonNode lookUp(String of) throws IOException {
    if (seen.contains("fail")) throw new IOException("reset");
    return new JsonNode(Map.of("status", "COMPLETED"));
  }
  static String send(String body) { seen.add(body); return seen.size() == 3 ? "answer" : null; }
  public static void main(String[] args) throws Exception {
    {
${code.call}
    equal(call.build().uri().toString(), "http://mock/ping");
    equal(call.build().headers().map().get("Authorization"), List.of("Bearer pk_test_me"));
    }
    String sentBody;
    {
    var request = HttpRequest.newBuilder(URI.create(base));
${code.body}
    equal(body, "{partnerReference=SHOP:a 1, sku=CARD}");
    equal(request.build().method(), "POST");
    }
    {
    JsonNode balance = new JsonNode(Map.of("amount", "150.00")), price = new JsonNode(Map.of("amount", "25.00"));
${code.amount}
    equal(isEnough, true);
    }
    {
${code.reference}
    equal(seen, List.of("SHOP:a1-1", "SHOP:a1-2"));
    }
    {
${code['lookup-path']}
    equal(url, "http://mock/orders/SHOP%3Aa%201");
    }
    JsonNode order, found;
    JsonNode bought = new JsonNode(Map.of("data", Map.of("order", Map.of("order", 1)))), lookup = new JsonNode(Map.of("data", Map.of("order", 2)));
${code.positions.split('\n')[0]}
    equal(order.value, 1);
${code.positions.split('\n')[1]}
    equal(order.value, 2);
    order = new JsonNode(Map.of("status", "PROCESSING", "pollAfterSeconds", 0.02));
    long began = System.nanoTime();
${code['poll-loop']}
    equal(order.path("status").asText(), "COMPLETED");
    equal(System.nanoTime() - began >= 20_000_000, true);
    seen.add("fail");
${code['failed-poll']}
    equal(order.path("status").asText(), "COMPLETED");
    seen.clear();
    {
    String body = "the body";
${code.retry}
    equal(seen, List.of("the body", "the body", "the body"));
    }
    try (var server = new ServerSocket(0)) {
      new Thread(() -> {
        for (String end : new String[] {"0\\r\\n\\r\\n", ""}) try (var socket = server.accept()) {
          socket.getInputStream().read(new byte[4096]);
          socket.getOutputStream().write(("HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\nConnection: close\\r\\n\\r\\n2\\r\\n{}\\r\\n" + end).getBytes());
        } catch (IOException ended) {}
      }).start();
      var client = HttpClient.newHttpClient();
      for (String expected : new String[] {"{}", null}) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getLocalPort())).build();
        String answer;
${code['whole-body']}
        equal(answer, expected);
      }
    }
    System.out.println("ok");
  }
}
`,
}

export const IN_CURL: Program = {
  file: 'code.sh',
  program: 'sh',
  args: [],
  needs: [
    ['jq', '--version'],
    ['sh', '-c', 'command -v seq'],
  ],
  write: (code) => `
set -eu
base=http://mock key=pk_test_me reference='SHOP:a 1' sku=CARD auth='A: b' json='C: d'
is() { [ "$1" = "$2" ] || { echo "$1 is not $2" >&2; exit 1; }; }
curl() { for word in "$@"; do printf '%s|' "$word"; done; }
is "$(
${code.call}
)" '-sS|-H|Authorization: Bearer pk_test_me|http://mock/ping|'
is "$(
${code.body}
)" '-sS|-H|Authorization: Bearer pk_test_me|-H|Content-Type: application/json|-d|{"partnerReference":"SHOP:a 1","sku":"CARD"}|http://mock/orders|'
balance=150.00 price=25.00
${code.amount}
is "$is_enough" true
buy() { printf '%s ' "$1"; }
is "$(
${code.reference}
)" 'SHOP:a1-1 SHOP:a1-2 '
${code['lookup-path']}
is "$url" http://mock/orders/SHOP%3Aa%201
answer='{"data":{"order":{"status":"found","order":{"status":"bought"}}}}'
${code.positions}
is "$bought $found" 'bought found'
order='{"status":"PROCESSING","pollAfterSeconds":0.01}'
look_up() { echo '{"data":{"order":{"status":"COMPLETED"}}}'; }
${code['poll-loop']}
is "$order" '{"status":"COMPLETED"}'
look_up() { return 56; }
${code['failed-poll']}
is "$order" '{"status":"COMPLETED"}'
body='{"one":1}' tries=$0.tries
sleep() { :; }
curl() { printf x >> "$tries"; [ "$(cat "$tries")" = xxx ] && echo answer; }
${code.retry}
is "$answer $(cat "$tries")" 'answer xxx'
curl() { printf '{"da'; return 18; }
${code['whole-body']}
is "$answer" ''
echo ok
`,
}

export const IN_RUST: Program = {
  file: 'code.rs',
  program: 'sh',
  // Its crates are not installed: what is left out by `cfg` is parsed, and not compiled.
  args: ['-c', 'rustc --edition 2021 --emit=metadata --out-dir . "$0" && echo ok'],
  needs: [['rustc', '--version']],
  write: (code) =>
    `${Object.values(code)
      .map((text, index) => `#[cfg(any())]\nfn code_${index}() {\n${indented(text, '    ')}\n}\n`)
      .join('')}fn main() {}\n`,
}
