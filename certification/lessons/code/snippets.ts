/** What advice can be given as code: at most three lines in each language. */
export type CodeId =
  /** The base address, and the key in its header. */
  | 'call'
  /** A purchase as JSON of its two fields. */
  | 'body'
  /** Amounts are texts, and are compared as decimal numbers. */
  | 'amount'
  /** A reference for each card. */
  | 'reference'
  | 'lookup-path'
  /** Where the answer to a purchase has its summary, and where that to a lookup. */
  | 'positions'
  | 'poll-loop'
  /** A poll that failed does not end the loop. */
  | 'failed-poll'
  /** The identical body is sent again. */
  | 'retry'
  /** A body that ends early is no answer. */
  | 'whole-body'

/** The code of one language. Where a name is not defined in it, it is one that such a client has. */
export type CodeOf = { readonly [Id in CodeId]: string }

export const CODE = {
  /** In JavaScript, by fetch. */
  javascript: {
    call: `const url = \`\${process.env.SERVICE_BASE_URL}/ping\`
const headers = { Authorization: \`Bearer \${process.env.SERVICE_PARTNER_API_KEY}\` }`,
    body: `const body = JSON.stringify({ partnerReference: reference, sku })
const json = { ...headers, 'Content-Type': 'application/json' }
await fetch(\`\${base}/orders\`, { method: 'POST', headers: json, body })`,
    amount: `const cents = (amount) => Math.round(Number(amount) * 100) // amounts are texts such as "25.00"
const isEnough = cents(balance.amount) >= cents(price.amount)`,
    reference: `const { SERVICE_PURCHASES, SERVICE_ORDER_LABEL } = process.env
for (let number = 1; number <= Number(SERVICE_PURCHASES); number += 1)
  await buy(\`SHOP:\${SERVICE_ORDER_LABEL}-\${number}\`) // the same again after a restart`,
    'lookup-path': `const url = \`\${base}/orders/\${encodeURIComponent(reference)}\``,
    positions: `order = bought.data.order.order // the answer to POST /orders
order = lookup.data.order // the answer to a lookup: one level less`,
    'poll-loop': `while (order.status === 'PROCESSING') {
  await new Promise((done) => setTimeout(done, order.pollAfterSeconds * 1000)) // in milliseconds
  order = await lookUp(reference) }`,
    'failed-poll': `try { order = await lookUp(reference) }
catch (lost) { if ([401, 403].includes(lost.status)) throw lost }
// else it is still PROCESSING: wait, and ask again`,
    retry: `const body = JSON.stringify({ partnerReference: reference, sku }) // once, before the loop
let answer = await send(body) // null: no answer, or a 5xx
while (answer === null) answer = await send(body) // wait longer each time, and give up some day`,
    'whole-body': `let answer = null // null: look the reference up, or send the same body again
try { answer = JSON.parse(await response.text()) } // rejects when the body ends early
catch {} // with node:http: an 'error' of the response, and response.complete is false`,
  },
  /** In Python, by its standard library; purchases also by requests. */
  python: {
    call: `url = os.environ["SERVICE_BASE_URL"] + "/ping"
headers = {"Authorization": "Bearer " + os.environ["SERVICE_PARTNER_API_KEY"]}`,
    body: `purchase = {"partnerReference": reference, "sku": sku}
requests.post(base + "/orders", json=purchase, headers=headers)  # json=, not data=
# urllib: data=json.dumps(purchase).encode(), and the header Content-Type: application/json`,
    amount: 'is_enough = Decimal(balance["amount"]) >= Decimal(price["amount"])  # texts such as "25.00"',
    reference: `for number in range(1, int(os.environ["SERVICE_PURCHASES"]) + 1):
    buy(f"SHOP:{os.environ['SERVICE_ORDER_LABEL']}-{number}")  # the same again after a restart`,
    'lookup-path': 'url = base + "/orders/" + urllib.parse.quote(reference, safe="")',
    positions: `order = bought["data"]["order"]["order"]  # the answer to POST /orders
order = lookup["data"]["order"]  # the answer to a lookup: one level less`,
    'poll-loop': `while order["status"] == "PROCESSING":
    time.sleep(order["pollAfterSeconds"])  # in seconds; read again each time
    order = look_up(reference)`,
    'failed-poll': `try: order = look_up(reference)
except (OSError, http.client.HTTPException, ValueError) as lost:
    if getattr(lost, "code", None) in (401, 403): raise  # else it is PROCESSING: wait, ask again`,
    retry: `body = json.dumps({"partnerReference": reference, "sku": sku})  # once, before the loop
answer = send(body)  # None: no answer, or a 5xx
while answer is None: answer = send(body)  # wait longer each time, and give up some day`,
    'whole-body': `try: answer = json.loads(response.read())  # reads until the last chunk
except (OSError, http.client.HTTPException, ValueError): answer = None
# None: it ended early. Look the reference up, or send the same body again`,
  },
  /** In Java, by java.net.http, and Jackson for JSON. */
  java: {
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
  },
  /** In a shell, by curl, and jq for JSON. */
  curl: {
    call: 'curl -sS -H "Authorization: Bearer $SERVICE_PARTNER_API_KEY" "$SERVICE_BASE_URL/ping"',
    body: `body=$(jq -nc --arg r "$reference" --arg s "$sku" '{partnerReference: $r, sku: $s}')
curl -sS -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d "$body" "$base/orders"`,
    amount: `is_enough=$(jq -n --arg b "$balance" --arg p "$price" '($b|tonumber) >= ($p|tonumber)')`,
    reference: `for number in $(seq "$SERVICE_PURCHASES"); do
  buy "SHOP:$SERVICE_ORDER_LABEL-$number" # the same again after a restart
done`,
    'lookup-path': 'url="$base/orders/$(jq -rn --arg r "$reference" \'$r|@uri\')"',
    positions: `bought=$(printf %s "$answer" | jq -r .data.order.order.status) # POST /orders
found=$(printf %s "$answer" | jq -r .data.order.status) # the lookup: one level less`,
    'poll-loop': `while [ "$(printf %s "$order" | jq -r .status)" = PROCESSING ]; do
  sleep "$(printf %s "$order" | jq -r .pollAfterSeconds)" # in seconds
  order=$(look_up "$reference" | jq -c .data.order); done`,
    'failed-poll': `if found=$(look_up "$reference"); then
  order=$found
fi # else it is still PROCESSING: wait, and ask again`,
    retry: `until answer=$(curl -sS --fail -H "$auth" -H "$json" -d "$body" "$base/orders"); do
  sleep 1 # the same body; wait longer each time, and give up some day
done`,
    'whole-body': `answer=$(curl -sS -H "$auth" -H "$json" -d "$body" "$base/orders") || answer=
# curl exits with 18 when the body ends early: read $?
# empty: look the reference up, or send the same body again`,
  },
  /** In Rust, by reqwest and serde_json. */
  rust: {
    call: `let url = format!("{}/ping", std::env::var("SERVICE_BASE_URL")?);
let answer = client.get(url).bearer_auth(std::env::var("SERVICE_PARTNER_API_KEY")?).send()?;`,
    body: `let purchase = serde_json::json!({ "partnerReference": reference, "sku": sku });
let answer = client.post(format!("{base}/orders")).bearer_auth(key).json(&purchase).send()?;`,
    amount: `let cents = |amount: &str| amount.replace('.', "").parse::<i64>(); // a text such as "25.00"
let is_enough = cents(balance)? >= cents(price)?;`,
    reference: `for number in 1..=std::env::var("SERVICE_PURCHASES")?.parse::<u32>()? {
    buy(&format!("SHOP:{}-{number}", std::env::var("SERVICE_ORDER_LABEL")?))?;
}`,
    'lookup-path': 'let url = format!("{base}/orders/{}", urlencoding::encode(reference));',
    positions: `let order = &bought["data"]["order"]["order"]; // the answer to POST /orders
let order = &lookup["data"]["order"]; // the answer to a lookup: one level less`,
    'poll-loop': `while order.status == "PROCESSING" {
    std::thread::sleep(std::time::Duration::from_secs_f64(order.poll_after_seconds));
    order = look_up(&reference)?; }`,
    'failed-poll': `if let Ok(found) = look_up(&reference) {
    order = found;
} // else it is still PROCESSING: wait, and ask again`,
    retry: `let body = serde_json::to_string(&purchase)?; // once, before the loop
let mut answer = send(&body); // an error: no answer, or a 5xx
while answer.is_err() { answer = send(&body); } // wait longer each time`,
    'whole-body': `let answer = response.text(); // reads until the last chunk: an error where it ends early
if answer.is_err() { return look_up(&reference); } // or send the same body again`,
  },
  /** In PHP, by its curl extension. */
  php: {
    call: `$url = getenv('SERVICE_BASE_URL') . '/ping';
$headers = ['Authorization: Bearer ' . getenv('SERVICE_PARTNER_API_KEY')];`,
    body: `$body = json_encode(['partnerReference' => $reference, 'sku' => $sku]);
$headers[] = 'Content-Type: application/json';
curl_setopt($curl, CURLOPT_POSTFIELDS, $body); // a text: an array is sent as a form`,
    amount: `$isEnough = bccomp($balance['amount'], $price['amount'], 2) >= 0; // texts such as "25.00"`,
    reference: `for ($number = 1; $number <= (int) getenv('SERVICE_PURCHASES'); $number++)
    buy('SHOP:' . getenv('SERVICE_ORDER_LABEL') . "-$number"); // the same again after a restart`,
    'lookup-path': `$url = $base . '/orders/' . rawurlencode($reference);`,
    positions: `$order = $bought['data']['order']['order']; // the answer to POST /orders
$order = $lookup['data']['order']; // the answer to a lookup: one level less`,
    'poll-loop': `while ($order['status'] === 'PROCESSING') {
    usleep((int) ($order['pollAfterSeconds'] * 1000000)); // in microseconds
    $order = lookUp($reference); }`,
    'failed-poll': `try { $order = lookUp($reference); }
catch (RuntimeException $lost) { } // it is still PROCESSING: wait, and ask again
// so it is after 404, 429 and 5xx`,
    retry: `$body = json_encode(['partnerReference' => $reference, 'sku' => $sku]); // once, before the loop
do { $answer = send($body); } // null: no answer, or a 5xx
while ($answer === null); // wait longer each time, and give up some day`,
    'whole-body': `$text = curl_exec($curl);
if (curl_errno($curl) !== 0) $text = null; // 18: the body ended early
// null: look the reference up, or send the same body again`,
  },
  /** In Go, by net/http. */
  go: {
    call: `request, err := http.NewRequest("GET", os.Getenv("SERVICE_BASE_URL")+"/ping", nil)
request.Header.Set("Authorization", "Bearer "+os.Getenv("SERVICE_PARTNER_API_KEY"))`,
    body: `body, err := json.Marshal(map[string]string{"partnerReference": reference, "sku": sku})
request, err := http.NewRequest("POST", base+"/orders", bytes.NewReader(body))
request.Header.Set("Content-Type", "application/json")`,
    amount: `cost, _ := new(big.Rat).SetString(price.Amount) // a string such as "25.00"
have, _ := new(big.Rat).SetString(balance.Amount)
isEnough := have.Cmp(cost) >= 0`,
    reference: `cards, err := strconv.Atoi(os.Getenv("SERVICE_PURCHASES"))
for number := 1; number <= cards; number++ {
	buy(fmt.Sprintf("SHOP:%s-%d", os.Getenv("SERVICE_ORDER_LABEL"), number)) }`,
    'lookup-path': 'target := base + "/orders/" + url.PathEscape(reference)',
    positions: `var bought struct{ Data struct{ Order struct{ Order Summary } } } // the answer to POST /orders
var lookup struct{ Data struct{ Order Summary } } // the answer to a lookup: one level less`,
    'poll-loop': `for order.Status == "PROCESSING" {
	time.Sleep(time.Duration(order.PollAfterSeconds * float64(time.Second)))
	order, err = lookUp(reference) }`,
    'failed-poll': `if found, err := lookUp(reference); err == nil {
	order = found
} // else it is still PROCESSING: wait, and ask again`,
    retry: `body, err := json.Marshal(purchase) // once, before the loop
answer, err := send(body) // an error: no answer, or a 5xx
for err != nil { answer, err = send(body) } // wait longer each time, and give up some day`,
    'whole-body': `text, err := io.ReadAll(response.Body) // "unexpected EOF": it ended early
if err != nil { return lookUp(reference) } // or send the same body again`,
  },
  /** In C#, by HttpClient. */
  csharp: {
    call: `var url = Environment.GetEnvironmentVariable("SERVICE_BASE_URL") + "/ping";
var key = Environment.GetEnvironmentVariable("SERVICE_PARTNER_API_KEY");
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", key);`,
    body: `var purchase = new { partnerReference = reference, sku };
await client.PostAsJsonAsync($"{baseUrl}/orders", purchase);`,
    amount: `var cost = decimal.Parse(price.Amount, CultureInfo.InvariantCulture); // a text such as "25.00"
var isEnough = decimal.Parse(balance.Amount, CultureInfo.InvariantCulture) >= cost;`,
    reference: `var cards = int.Parse(Environment.GetEnvironmentVariable("SERVICE_PURCHASES") ?? "1");
for (var number = 1; number <= cards; number++)
    await Buy($"SHOP:{Environment.GetEnvironmentVariable("SERVICE_ORDER_LABEL")}-{number}");`,
    'lookup-path': `var url = $"{baseUrl}/orders/{Uri.EscapeDataString(reference)}";`,
    positions: `var order = bought.GetProperty("data").GetProperty("order").GetProperty("order"); // POST /orders
var found = lookup.GetProperty("data").GetProperty("order"); // the lookup: one level less`,
    'poll-loop': `while (order.Status == "PROCESSING") {
    await Task.Delay(TimeSpan.FromSeconds(order.PollAfterSeconds));
    order = await LookUp(reference); }`,
    'failed-poll': `try { order = await LookUp(reference); }
catch (HttpRequestException) { } // it is still PROCESSING: wait, and ask again
// so it is after 404, 429 and 5xx`,
    retry: `var body = JsonSerializer.Serialize(new { partnerReference = reference, sku }); // once
var answer = await Send(body); // null: no answer, or a 5xx
while (answer is null) answer = await Send(body); // wait longer each time, and give up some day`,
    'whole-body': `try { text = await response.Content.ReadAsStringAsync(); } // reads until the last chunk
catch (Exception cut) when (cut is HttpRequestException or IOException) { text = null; }
// null: it ended early. Look the reference up, or send the same body again`,
  },
  /** In Ruby, by Net::HTTP. */
  ruby: {
    call: `uri = URI("#{ENV.fetch("SERVICE_BASE_URL")}/ping")
headers = { "Authorization" => "Bearer #{ENV.fetch("SERVICE_PARTNER_API_KEY")}" }`,
    body: `body = JSON.generate("partnerReference" => reference, "sku" => sku)
Net::HTTP.post(URI("#{base}/orders"), body, headers.merge("Content-Type" => "application/json"))`,
    amount:
      'is_enough = BigDecimal(balance["amount"]) >= BigDecimal(price["amount"]) # texts such as "25.00"',
    reference: `1.upto(Integer(ENV.fetch("SERVICE_PURCHASES"))) do |number|
  buy("SHOP:#{ENV.fetch("SERVICE_ORDER_LABEL")}-#{number}") # the same again after a restart
end`,
    'lookup-path': 'uri = URI("#{base}/orders/#{ERB::Util.url_encode(reference)}")',
    positions: `order = bought.dig("data", "order", "order") # the answer to POST /orders
order = lookup.dig("data", "order") # the answer to a lookup: one level less`,
    'poll-loop': `while order["status"] == "PROCESSING"
  sleep(order["pollAfterSeconds"]) # in seconds; read again each time
  order = look_up(reference) end`,
    'failed-poll': `begin order = look_up(reference)
rescue SystemCallError, IOError, Timeout::Error # still PROCESSING, as after 404, 429 and 5xx
end`,
    retry: `body = JSON.generate("partnerReference" => reference, "sku" => sku) # once, before the loop
answer = send_purchase(body) # nil: no answer, or a 5xx
answer = send_purchase(body) while answer.nil? # wait longer each time, and give up some day`,
    'whole-body': `begin answer = JSON.parse(Net::HTTP.post(uri, body, headers).body)
rescue EOFError, SystemCallError, JSON::ParserError then answer = nil # it ended early, or was lost
end # nil: look the reference up, or send the same body again`,
  },
} satisfies { readonly [language: string]: CodeOf }

export type Language = keyof typeof CODE
