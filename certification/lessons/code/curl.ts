import type { CodeOf } from './code.ts'

/** In a shell, by curl, and jq for JSON. */
export const CURL: CodeOf = {
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
}
