"""Buys SERVICE_PURCHASES cards of SERVICE_SKU. Python 3.9 or newer, with nothing to install."""
import http.client, json, os, pathlib, sys, time, urllib.error, urllib.request
from decimal import Decimal
from email.utils import parsedate_to_datetime
from urllib.parse import quote

BASE, KEY, SKU = (os.environ["SERVICE_" + name] for name in ("BASE_URL", "PARTNER_API_KEY", "SKU"))
STORE = pathlib.Path(os.environ.get("ORDER_STORE", "orders"))


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):  # the key would travel with it
        return None


# Call
def seconds_of(asked):
    """The seconds that Retry-After asks for, as a number or a date; 0 where it asks for none."""
    try:
        return int(asked) if asked.isdigit() else max(0, parsedate_to_datetime(asked).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0


def call(method, path, order=None):
    """Status, data and Retry-After of an answer; status 0 where no whole answer came."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    body = None if order is None else json.dumps(order).encode()
    request = urllib.request.Request(BASE + path, body, headers, method=method)
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=5) as answer:
            return answer.status, json.loads(answer.read())["data"], 0
    except urllib.error.HTTPError as refused:
        return refused.code, None, seconds_of(refused.headers.get("Retry-After", ""))
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return 0, None, 0


def at(data, *names):
    for name in names:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def pause(reference, wait, seconds):
    """Waits so many seconds, or as long as an answer asks for. Beyond five minutes it ends, and says when to start again."""
    if wait > 300:
        unknown(reference, f"in {wait:.0f} seconds")
    time.sleep(max(wait, seconds))


def unknown(reference, when):
    sys.exit(f"It is unknown whether {reference} was bought. Start again {when}: its reference is stored.")


# Look up
def look_up(reference):
    """The summary of an order, None without one; and the seconds to wait."""
    _, data, wait = call("GET", "/orders/" + quote(reference, safe=""))
    return (at(data, "order") if at(data, "order", "status") else None), wait


# Store
def stored(order_number):
    """The reference of an order, in a file before anything is sent; and whether it was there already."""
    STORE.mkdir(exist_ok=True)
    file = STORE / f"{order_number}.json"
    if file.exists():
        return json.loads(file.read_text())["reference"], True
    reference = f"SHOP:{order_number}"
    with open(draft := file.with_suffix(".tmp"), "w") as written:
        json.dump({"order": order_number, "reference": reference, "sku": SKU}, written)
        written.flush()
        os.fsync(written.fileno())
    draft.rename(file)
    return reference, False


# Prepare
def prepare():
    if at(call("GET", "/ping")[1], "status") != "ok":
        sys.exit("The service is not ok.")
    if SKU not in [product["sku"] for product in call("GET", "/products")[1]["products"]]:
        sys.exit(f"{SKU} is not in the catalogue.")
    price = Decimal(call("GET", f"/products/{quote(SKU, safe='')}/price")[1]["price"]["amount"])
    if Decimal(call("GET", "/balance")[1]["balance"]["amount"]) < price:
        sys.exit("The balance is too small.")


# Place
def place(reference, may_be_bought):
    order = {"partnerReference": reference, "sku": SKU}
    for attempt in range(8):
        status, data, wait = call("POST", "/orders", order)
        if at(data, "order", "order", "status"):
            return data["order"]["order"]
        if 400 <= status < 500 and status != 429 and not may_be_bought:
            sys.exit(f"{reference} was refused: {status}")
        may_be_bought |= status != 429  # no answer is no refusal
        pause(reference, wait, min(0.5 * 2**attempt, 8))
        if not may_be_bought:
            continue
        found, wait = look_up(reference)
        if found:
            return found
        pause(reference, wait, 0)
    unknown(reference, "later")


# Follow
def follow(reference, summary):
    failures = wait = 0
    while summary["status"] == "PROCESSING" and failures < 8:
        pause(reference, wait, summary["pollAfterSeconds"] + 0.025 + (0.5 if failures else 0))
        found, wait = look_up(reference)
        failures = 0 if found else failures + 1
        summary = found or summary
    return summary["status"]


def buy(order_number):
    reference, is_known = stored(order_number)
    summary, wait = look_up(reference) if is_known else (None, 0)
    if not summary:
        pause(reference, wait, 0)
        prepare()
        summary = place(reference, is_known)
    status = follow(reference, summary)
    print(reference, status)
    if status != "COMPLETED":
        sys.exit(1)


for number in range(int(os.environ.get("SERVICE_PURCHASES", "1"))):
    buy(f"{os.environ.get('SERVICE_ORDER_LABEL', '1001')}-{number + 1}")
