#!/bin/sh
# Broken: polls every second, no matter what the summary says.
set -eu

call() {
  printf 'Authorization: Bearer %s\n' "$SERVICE_PARTNER_API_KEY" |
    curl --silent --fail --max-time 5 --header @- --header 'Content-Type: application/json' ${2:+--data-raw "$2"} \
      "$SERVICE_BASE_URL$1"
}

call /ping >/dev/null
call /products | grep -qF "\"$SERVICE_SKU\""
call "/products/$SERVICE_SKU/price" >/dev/null
call /balance >/dev/null

run=$(od -An -N4 -tx1 /dev/urandom | tr -d ' \n')
for number in $(seq "${SERVICE_PURCHASES:-1}"); do
  answer=$(call /orders "{\"partnerReference\":\"SHOP:$run-$number\",\"sku\":\"$SERVICE_SKU\"}")
  while echo "$answer" | grep -q '"status":"PROCESSING"'; do
    # The mistake: pollAfterSeconds is never read.
    sleep 1
    answer=$(call "/orders/SHOP%3A$run-$number")
  done
  echo "$answer" | grep -q '"status":"COMPLETED"'
done
