// Buys SERVICE_PURCHASES cards of SERVICE_SKU. C# 11 with .NET 7 or newer, with nothing to install.
using System.Globalization;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

static string? Variable(string name) => Environment.GetEnvironmentVariable(name);

var sku = Variable("SERVICE_SKU")!;
// It follows no redirect: the key would travel with it.
using var http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { Timeout = TimeSpan.FromSeconds(5) };
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Variable("SERVICE_PARTNER_API_KEY"));

// Data, status and Retry-After of an answer; status 0 where no whole answer came.
async Task<(JsonNode? Data, int Status, double Wait)> Call(HttpMethod method, string path, JsonObject? order = null)
{
    using var request = new HttpRequestMessage(method, Variable("SERVICE_BASE_URL") + path);
    if (order != null) request.Content = new StringContent(order.ToJsonString(), Encoding.UTF8, "application/json");
    try
    {
        using var answer = await http.SendAsync(request);
        var wait = answer.Headers.RetryAfter?.Delta?.TotalSeconds ?? 0;
        var data = answer.IsSuccessStatusCode ? JsonNode.Parse(await answer.Content.ReadAsStringAsync())!["data"] : null;
        return (data, (int)answer.StatusCode, wait);
    }
    catch (Exception lost) when (lost is HttpRequestException or OperationCanceledException or IOException or System.Text.Json.JsonException)
    {
        return (null, 0, 0);
    }
}

async Task<JsonNode?> LookUp(string reference)
{
    var order = (await Call(HttpMethod.Get, "/orders/" + Uri.EscapeDataString(reference))).Data?["order"];
    return order?["status"] == null ? null : order;
}

// Writes an order number and its reference before anything is sent. False where they were there already.
bool Store(string orderNumber, string reference)
{
    var folder = Directory.CreateDirectory(Variable("ORDER_STORE") ?? "orders").FullName;
    var file = Path.Combine(folder, orderNumber);
    if (File.Exists(file)) return false;
    using var stream = new FileStream(file, FileMode.CreateNew);
    stream.Write(Encoding.UTF8.GetBytes($"{orderNumber} {reference} {sku}\n"));
    stream.Flush(flushToDisk: true);
    return true;
}

async Task<JsonNode> Place(string reference, bool mayBeBought)
{
    for (var attempt = 0; attempt < 8; attempt++)
    {
        var order = new JsonObject { ["partnerReference"] = reference, ["sku"] = sku };
        var (data, status, wait) = await Call(HttpMethod.Post, "/orders", order);
        if (data?["order"]?["order"]?["status"] != null) return data["order"]!["order"]!;
        if (status / 100 == 4 && status != 429 && !mayBeBought) throw new Exception($"{reference} was refused: {status}");
        mayBeBought |= status != 429; // No answer is no refusal.
        await Task.Delay(TimeSpan.FromSeconds(Math.Max(wait, Math.Min(0.5 * Math.Pow(2, attempt), 8))));
        if (mayBeBought && await LookUp(reference) is { } found) return found;
    }
    throw new Exception($"It is unknown whether {reference} was bought. Start again: its reference is stored.");
}

static decimal Amount(JsonNode? value) => decimal.Parse((string)value!["amount"]!, CultureInfo.InvariantCulture);

async Task Buy(string orderNumber)
{
    var reference = $"SHOP:{orderNumber}";
    var isKnown = !Store(orderNumber, reference);
    var latest = isKnown ? await LookUp(reference) : null;
    if (latest == null)
    {
        var price = Amount((await Call(HttpMethod.Get, $"/products/{Uri.EscapeDataString(sku)}/price")).Data?["price"]);
        if (Amount((await Call(HttpMethod.Get, "/balance")).Data?["balance"]) < price) throw new Exception("The balance is too small.");
        latest = await Place(reference, isKnown);
    }
    for (var failures = 0; (string?)latest["status"] == "PROCESSING" && failures < 8; failures++)
    {
        await Task.Delay(TimeSpan.FromSeconds((double)latest["pollAfterSeconds"]! + 0.025 + (failures > 0 ? 0.5 : 0)));
        if (await LookUp(reference) is not { } found) continue;
        (latest, failures) = (found, -1);
    }
    if ((string?)latest["status"] != "COMPLETED") throw new Exception($"{reference} was not bought: {latest["status"]}");
}

if ((string?)(await Call(HttpMethod.Get, "/ping")).Data?["status"] != "ok") throw new Exception("The service is not ok.");
var products = (await Call(HttpMethod.Get, "/products")).Data!["products"]!.AsArray();
if (!products.Any(product => (string?)product!["sku"] == sku)) throw new Exception($"{sku} is not in the catalogue.");
for (var number = 1; number <= int.Parse(Variable("SERVICE_PURCHASES") ?? "1"); number++)
    await Buy($"{Variable("SERVICE_ORDER_LABEL") ?? "1001"}-{number}");
