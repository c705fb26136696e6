"""Buys SERVICE_PURCHASES cards of SERVICE_SKU: Python 3, standard library only, one kept-alive connection."""

import http.client
import json
import os
import secrets
import sys
import time
from decimal import Decimal
from email.utils import parsedate_to_datetime
from urllib.parse import quote, urlsplit

BASE = urlsplit(os.environ["SERVICE_BASE_URL"])
API_KEY = os.environ["SERVICE_PARTNER_API_KEY"]
SKU = os.environ["SERVICE_SKU"]
PURCHASES = int(os.environ.get("SERVICE_PURCHASES", "1"))
ORDER_LABEL = os.environ.get("SERVICE_ORDER_LABEL") or secrets.token_hex(4)

TIMEOUT_SECONDS = 5
MOST_FAILURES = 8  # in a row, before the outcome counts as unknown
MARGIN_SECONDS = 0.025  # a poll must not be early
LONGEST_PAUSE_SECONDS = 300  # a service that asks for more is not waited for

CONNECTION_TYPE = http.client.HTTPSConnection if BASE.scheme == "https" else http.client.HTTPConnection
connection = CONNECTION_TYPE(BASE.hostname, BASE.port, timeout=TIMEOUT_SECONDS)


class Answer:
    """Has data only for a success that arrived completely; the status is None when no answer came."""

    def __init__(self, status=None, data=None, retry_after=0):
        self.status = status
        self.data = data
        self.retry_after = retry_after
        self.is_refused = status is not None and 400 <= status < 500 and status != 429

    def at(self, *names):
        """The value at that position of the data, or None."""
        value = self.data
        for name in names:
            value = value.get(name) if isinstance(value, dict) else None
        return value


def seconds_of(asked):
    """The seconds that Retry-After asks for, as a number or a date; 0 where it asks for none."""
    try:
        return int(asked) if asked.isdigit() else max(0, parsedate_to_datetime(asked).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0


def call(method, path, body=None):
    """One request. It does not raise: a missing answer is an answer without a status."""
    headers = {"Authorization": f"Bearer {API_KEY}", "Accept": "application/json"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    try:
        connection.request(method, BASE.path.rstrip("/") + path, body, headers)
        response = connection.getresponse()
        text = response.read()
        retry_after = seconds_of(response.getheader("Retry-After", ""))
        data = json.loads(text)["data"] if 200 <= response.status < 300 else None
        return Answer(response.status, data, retry_after)
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        # The next request opens a connection of its own.
        connection.close()
        return Answer()


def is_summary(summary):
    if not isinstance(summary, dict) or not isinstance(summary.get("status"), str):
        return False
    return summary["status"] != "PROCESSING" or isinstance(summary.get("pollAfterSeconds"), (int, float))


def look_up(reference):
    return call("GET", f"/orders/{quote(reference, safe='')}")


def backoff(failures):
    """Half a second, then twice as long after each failure, up to 8 seconds."""
    return min(0.5 * 2 ** (failures - 1), 8)


def pause(reference, answer, seconds):
    """Waits so long, or as long as an answer asks for."""
    if answer.retry_after > LONGEST_PAUSE_SECONDS:
        raise outcome_unknown(reference, f"in {answer.retry_after:.0f} seconds")
    time.sleep(max(answer.retry_after, seconds))


def outcome_unknown(reference, when="later"):
    return SystemExit(f"The outcome of {reference} is unknown. Look it up {when}; do not buy under a new reference.")


def place(reference):
    """Sends a purchase until its summary is known. A missing answer says nothing: it may well be recorded."""
    body = json.dumps({"partnerReference": reference, "sku": SKU})
    may_be_recorded = False
    for failures in range(1, MOST_FAILURES + 1):
        sent = call("POST", "/orders", body)
        if is_summary(sent.at("order", "order")):
            return sent.at("order", "order")
        if sent.is_refused and not may_be_recorded:
            raise SystemExit(f"{reference} was refused: {sent.status}.")
        may_be_recorded = may_be_recorded or sent.status != 429
        pause(reference, sent, backoff(failures))
        if may_be_recorded:
            found = look_up(reference)
            if is_summary(found.at("order")):
                return found.at("order")
            pause(reference, found, 0)
    raise outcome_unknown(reference)


def follow(reference, summary):
    """Looks the order up, each time after the seconds that the latest summary asks for, until it is settled."""
    failures = 0
    while summary["status"] == "PROCESSING":
        time.sleep(summary["pollAfterSeconds"] + MARGIN_SECONDS)
        answer = look_up(reference)
        if is_summary(answer.at("order")):
            summary, failures = answer.at("order"), 0
            continue
        failures += 1
        # A known order that is not found now may be found later; any other refusal will be repeated.
        if (answer.is_refused and answer.status != 404) or failures > MOST_FAILURES:
            raise outcome_unknown(reference)
        pause(reference, answer, backoff(1))
    return summary["status"]


def read(path):
    answer = call("GET", path)
    if not isinstance(answer.data, dict):
        raise SystemExit(f"GET {path} was not answered as expected ({answer.status or 'no answer'}).")
    return answer


def buy(reference):
    price = Decimal(read(f"/products/{quote(SKU, safe='')}/price").at("price", "amount"))
    balance = Decimal(read("/balance").at("balance", "amount"))
    if balance < price:
        raise SystemExit("The balance is too small.")
    status = follow(reference, place(reference))
    print(f"{reference}: {status}")
    if status != "COMPLETED":
        raise SystemExit(f"{reference} was not bought: {status}.")


def main():
    if read("/ping").at("status") != "ok":
        raise SystemExit("The service is not ok.")
    if not any(product["sku"] == SKU for product in read("/products").at("products")):
        raise SystemExit(f"{SKU} is not in the catalogue.")
    # One reference for each intended purchase, made of its order: the same again, should this be started again.
    for number in range(1, PURCHASES + 1):
        buy(f"SHOP:{ORDER_LABEL}-{number}")


if __name__ == "__main__":
    sys.exit(main())
