import type { CodeOf } from './code.ts'

/** In Python, by its standard library; purchases also by requests. */
export const PYTHON: CodeOf = {
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
}
