import type { CodeOf } from './code.ts'

/** In Go, by net/http. */
export const GO: CodeOf = {
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
}
