"""Broken: treats any exception as a failure, and tries again with a new reference."""

import json
import os
import secrets
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE_URL = os.environ["SERVICE_BASE_URL"]
API_KEY = os.environ["SERVICE_PARTNER_API_KEY"]
SKU = os.environ["SERVICE_SKU"]


def call(path, order=None):
    headers = {"Authorization": f"Bearer {API_KEY}", "Content-Type": "application/json"}
    body = None if order is None else json.dumps(order).encode()
    with urlopen(Request(BASE_URL + path, body, headers), timeout=5) as response:
        return json.load(response)["data"]


def buy():
    reference = f"SHOP:{secrets.token_hex(4)}"
    summary = call("/orders", {"partnerReference": reference, "sku": SKU})["order"]["order"]
    while summary["status"] == "PROCESSING":
        time.sleep(summary["pollAfterSeconds"] + 0.025)
        summary = call(f"/orders/{reference.replace(':', '%3A')}")["order"]
    return summary["status"]


def buy_at_any_price():
    for _ in range(3):
        try:
            return buy()
        except HTTPError as error:
            if error.code < 500:
                return "REFUSED"
            time.sleep(0.5)
        except Exception:
            # The mistake: the purchase may have been made, and this is another one.
            time.sleep(0.5)
    return "UNKNOWN"


call("/ping")
assert any(product["sku"] == SKU for product in call("/products")["products"])
price, balance = call(f"/products/{SKU}/price")["price"], call("/balance")["balance"]
assert float(balance["amount"]) >= float(price["amount"])
statuses = [buy_at_any_price() for _ in range(int(os.environ.get("SERVICE_PURCHASES", "1")))]
raise SystemExit(0 if set(statuses) == {"COMPLETED"} else 1)
