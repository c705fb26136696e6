import type { CodeOf } from './code.ts'

/** In C#, by HttpClient. */
export const CSHARP: CodeOf = {
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
}
