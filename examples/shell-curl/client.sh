#!/bin/sh
# Buys SERVICE_PURCHASES cards of SERVICE_SKU with curl and awk. It follows an order by sending the identical body
# again: the same reference and SKU are the same purchase, so that a retry and a poll are one and the same request.
# Where an answer is missing, one lookup asks first whether the order is known.
set -eu

MOST_FAILURES=8
LONGEST_PAUSE=300 # A service that asks for more seconds is not waited for.
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

fail() {
  echo "$1" >&2
  exit 1
}

# unknown REFERENCE WHEN
unknown() {
  fail "The outcome of $1 is unknown. Send the identical body $2; do not buy under a new reference."
}

# Call
# call METHOD PATH [BODY]: the answer is in $status (000 when none arrived whole), $work/head and $work/body.
# curl reads the key from a pipe: among its arguments, every user of the machine could see it.
call() {
  : >"$work/head"
  : >"$work/body"
  status=$(printf 'Authorization: Bearer %s\n' "$SERVICE_PARTNER_API_KEY" |
    curl --silent --max-time 5 --request "$1" --header @- --header 'Content-Type: application/json' \
      ${3:+--data-raw "$3"} --dump-header "$work/head" --output "$work/body" --write-out '%{http_code}' \
      "$SERVICE_BASE_URL$2") || status=000
}

# at PATH: the value there in the answer, if it is a success.
at() {
  case $status in 2*) awk -v path="$1" -f "$here/json-at.awk" "$work/body" ;; esac
}

# retry_after: the seconds that Retry-After asks for, as a number or as a date such as Wed, 21 Oct 2026 07:28:00 GMT; 0
# where it asks for none. Days are counted by years that begin with March, so that a leap day is the last of its year.
retry_after() {
  tr -d '\r' <"$work/head" | awk -F '[ ,:]+' -v now="$(date +%s)" '
    tolower($1) == "retry-after" && NF == 2 && $2 ~ /^[0-9]+$/ { seconds = $2 }
    tolower($1) == "retry-after" && / GMT$/ {
      month = (index("MarAprMayJunJulAugSepOctNovDecJanFeb", $4) - 1) / 3
      year = $5 - (month > 9)
      leap_days = int(year / 4) - int(year / 100) + int(year / 400)
      days = 365 * year + leap_days + int((153 * month + 2) / 5) + $3 - 719469
      seconds = days * 86400 + $6 * 3600 + $7 * 60 + $8 - now
    }
    END { printf "%.0f", (seconds > 0 ? seconds : 0) }'
}

# backoff REFERENCE FAILURES LEAST: half a second, then twice as long each time, up to 8 seconds; longer where Retry-After
# says so, and never less than LEAST.
backoff() {
  asked=$(retry_after)
  [ "$asked" -le "$LONGEST_PAUSE" ] || unknown "$1" "in $asked seconds"
  sleep "$(awk -v n="$2" -v least="$3" -v asked="$asked" 'BEGIN {
    pause = 0.5 * 2 ^ (n - 1)
    if (pause > 8) pause = 8
    if (pause < least + 0) pause = least
    print (pause < asked + 0 ? asked : pause)
  }')"
}

# Look up
# ask HOW REFERENCE BODY: sends the purchase or looks it up. The summary of a lookup is one level less deep.
ask() {
  if [ "$1" = lookup ]; then
    call GET "/orders/$(echo "$2" | sed 's/:/%3A/g')"
    summary=data.order
  else
    call POST /orders "$3"
    summary=data.order.order
  fi
  state=$(at "$summary.status")
  seconds=$(at "$summary.pollAfterSeconds")
}

# Place
# buy REFERENCE: it sends and looks up in turn, each after a wait, until the outcome is known or eight failed in a row.
buy() {
  body="{\"partnerReference\":\"$1\",\"sku\":\"$SERVICE_SKU\"}"
  may_be_recorded=
  interval=0
  failures=0
  how=send
  while [ "$failures" -lt "$MOST_FAILURES" ]; do
    ask "$how" "$1" "$body"
    case $status:$state:$seconds in
    # Follow
    2*:PROCESSING:[0-9]*) # Not yet settled: wait as long as this summary says, then ask again.
      may_be_recorded=yes
      failures=0
      interval=$seconds
      how=send
      sleep "$interval"
      continue
      ;;
    2*:COMPLETED:*) echo "$1: COMPLETED" && return ;;
    2*:PROCESSING:* | 2*::*) may_be_recorded=yes ;; # An answer that cannot be read.
    2*) fail "$1 was not bought: $state." ;;
    429:*) ;;
    4*) [ "$may_be_recorded" ] || fail "$1 was refused: $status." ;;
    *) may_be_recorded=yes ;; # No answer, or a 5xx: it may well be recorded.
    esac
    case $how:$status in *:401 | *:403) break ;; lookup:* | *:429) how=send ;; *) how=lookup ;; esac
    failures=$((failures + 1))
    backoff "$1" "$failures" "$interval"
  done
  unknown "$1" later
}

# Prepare
# Such a SKU needs no encoding, in a path as little as in JSON.
case $SERVICE_SKU in '' | *[!A-Za-z0-9._~-]*) fail "SERVICE_SKU has a character that this client does not encode." ;; esac

call GET /ping
[ "$(at data.status)" = ok ] || fail "The service is not ok ($status)."
call GET /products
at 'data.products.*.sku' | grep -qxF "$SERVICE_SKU" || fail "$SERVICE_SKU is not in the catalogue."

# Store
# One reference for each intended purchase, made of its order: the same again, should this be started again.
run=${SERVICE_ORDER_LABEL:-$(od -An -N4 -tx1 /dev/urandom | tr -d ' \n')}
number=1
while [ "$number" -le "${SERVICE_PURCHASES:-1}" ]; do
  call GET "/products/$SERVICE_SKU/price"
  price=$(at data.price.amount)
  call GET /balance
  balance=$(at data.balance.amount)
  awk -v balance="$balance" -v price="$price" 'BEGIN { exit !(price != "" && balance + 0 >= price + 0) }' ||
    fail "The balance is too small, or could not be read."
  buy "SHOP:$run-$number"
  number=$((number + 1))
done
