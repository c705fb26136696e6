import type { CodeOf } from './code.ts'

/** In Java, by java.net.http, and Jackson for JSON. */
export const JAVA: CodeOf = {
  call: `var call = HttpRequest.newBuilder(URI.create(System.getenv("SERVICE_BASE_URL") + "/ping"))
    .header("Authorization", "Bearer " + System.getenv("SERVICE_PARTNER_API_KEY"));`,
  body: `var fields = Map.of("partnerReference", reference, "sku", sku);
var body = new ObjectMapper().writeValueAsString(fields);
request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));`,
  amount: `var cost = new BigDecimal(price.path("amount").asText()); // a text such as "25.00"
boolean isEnough = new BigDecimal(balance.path("amount").asText()).compareTo(cost) >= 0;`,
  reference: `int cards = Integer.parseInt(System.getenv("SERVICE_PURCHASES"));
for (int number = 1; number <= cards; number++)
    buy("SHOP:" + System.getenv("SERVICE_ORDER_LABEL") + "-" + number); // the same after a restart`,
  'lookup-path': 'var url = base + "/orders/" + URLEncoder.encode(reference, UTF_8).replace("+", "%20");',
  positions: `order = bought.path("data").path("order").path("order"); // the answer to POST /orders
order = lookup.path("data").path("order"); // the answer to a lookup: one level less`,
  'poll-loop': `while (order.path("status").asText().equals("PROCESSING")) {
    Thread.sleep(Math.round(order.path("pollAfterSeconds").asDouble() * 1000)); // in milliseconds
    order = lookUp(reference); }`,
  'failed-poll': `try { order = lookUp(reference); }
catch (IOException lost) { /* it is still PROCESSING: wait, and ask again */ }
// so it is after 404, 429 and 5xx`,
  retry: `String answer = send(body); // null: no answer, or a 5xx
while (answer == null) answer = send(body); // wait longer each time, and give up some day`,
  'whole-body': `try { answer = client.send(request, BodyHandlers.ofString()).body(); } // reads until the last chunk
catch (IOException cut) { answer = null; } // it ended early, or was lost
// null: look the reference up, or send the same body again`,
}
