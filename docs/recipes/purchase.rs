// Buys SERVICE_PURCHASES cards of SERVICE_SKU. Rust, with ureq 2 and serde_json 1.
use serde_json::{json, Value};
use std::{env, fs, io::Write, path::PathBuf, process::exit, thread::sleep, time::Duration};

fn variable(name: &str, otherwise: &str) -> String {
    env::var(name).unwrap_or_else(|_| otherwise.to_string())
}

/// Data, status and Retry-After of an answer; status 0 where no whole answer came.
fn call(method: &str, path: &str, order: Option<&Value>) -> (Value, u16, f64) {
    let base = variable("SERVICE_BASE_URL", "http://127.0.0.1:4010");
    // It follows no redirect: the key would travel with it.
    let agent = ureq::AgentBuilder::new().redirects(0).timeout(Duration::from_secs(5)).build();
    let request = agent
        .request(method, &format!("{base}{path}"))
        .set("Authorization", &format!("Bearer {}", variable("SERVICE_PARTNER_API_KEY", "")))
        .set("Content-Type", "application/json");
    let sent = match order {
        Some(order) => request.send_string(&order.to_string()),
        None => request.call(),
    };
    match sent {
        Ok(answer) if answer.status() < 300 => {
            let status = answer.status();
            let text = answer.into_string().unwrap_or_default();
            match serde_json::from_str::<Value>(&text) {
                Ok(body) => (body["data"].clone(), status, 0.0),
                Err(_) => (Value::Null, 0, 0.0),
            }
        }
        Ok(answer) | Err(ureq::Error::Status(_, answer)) => {
            let wait = answer.header("Retry-After").and_then(|text| text.parse().ok());
            (Value::Null, answer.status(), wait.unwrap_or(0.0))
        }
        Err(_) => (Value::Null, 0, 0.0),
    }
}

/// A path segment.
fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn look_up(reference: &str) -> Option<Value> {
    let order = call("GET", &format!("/orders/{}", encode(reference)), None).0["order"].clone();
    order["status"].is_string().then_some(order)
}

/// Writes an order number and its reference before anything is sent. False where they were there already.
fn store(order_number: &str, reference: &str, sku: &str) -> bool {
    let folder = PathBuf::from(variable("ORDER_STORE", "orders"));
    fs::create_dir_all(&folder).expect("a folder for orders");
    match fs::OpenOptions::new().write(true).create_new(true).open(folder.join(order_number)) {
        Ok(mut file) => {
            writeln!(file, "{order_number} {reference} {sku}").expect("the order in its file");
            file.sync_all().expect("the order on the disk");
            true
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => false,
        Err(error) => stop(&error.to_string()),
    }
}

fn place(reference: &str, sku: &str, mut may_be_bought: bool) -> Value {
    for attempt in 0..8 {
        let order = json!({ "partnerReference": reference, "sku": sku });
        let (data, status, wait) = call("POST", "/orders", Some(&order));
        let summary = &data["order"]["order"];
        if summary["status"].is_string() {
            return summary.clone();
        }
        if status / 100 == 4 && status != 429 && !may_be_bought {
            stop(&format!("{reference} was refused: {status}"));
        }
        may_be_bought |= status != 429; // No answer is no refusal.
        sleep(Duration::from_secs_f64(wait.max((0.5 * 2f64.powi(attempt)).min(8.0))));
        if let Some(found) = may_be_bought.then(|| look_up(reference)).flatten() {
            return found;
        }
    }
    stop(&format!("It is unknown whether {reference} was bought. Start again: its reference is stored."))
}

fn amount(value: &Value) -> i64 {
    let text = value["amount"].as_str().unwrap_or_else(|| stop("An amount is missing."));
    (text.parse::<f64>().unwrap_or_else(|_| stop("An amount is no number.")) * 100.0).round() as i64
}

fn buy(order_number: &str, sku: &str) {
    let reference = format!("SHOP:{order_number}");
    let is_known = !store(order_number, &reference, sku);
    let known = is_known.then(|| look_up(&reference)).flatten();
    let mut latest = known.unwrap_or_else(|| {
        let price = call("GET", &format!("/products/{}/price", encode(sku)), None).0;
        if amount(&call("GET", "/balance", None).0["balance"]) < amount(&price["price"]) {
            stop("The balance is too small.");
        }
        place(&reference, sku, is_known)
    });
    let mut failures = 0;
    while latest["status"] == "PROCESSING" && failures < 8 {
        let seconds = latest["pollAfterSeconds"].as_f64().unwrap_or(1.0) + 0.025;
        sleep(Duration::from_secs_f64(seconds + if failures > 0 { 0.5 } else { 0.0 }));
        failures += 1;
        if let Some(found) = look_up(&reference) {
            (latest, failures) = (found, 0);
        }
    }
    if latest["status"] != "COMPLETED" {
        stop(&format!("{reference} was not bought: {}", latest["status"]));
    }
}

fn stop(reason: &str) -> ! {
    eprintln!("{reason}");
    exit(1)
}

fn main() {
    let sku = variable("SERVICE_SKU", "");
    if call("GET", "/ping", None).0["status"] != "ok" {
        stop("The service is not ok.");
    }
    let products = call("GET", "/products", None).0["products"].clone();
    if !products.as_array().is_some_and(|all| all.iter().any(|one| one["sku"] == sku.as_str())) {
        stop(&format!("{sku} is not in the catalogue."));
    }
    for number in 1..=variable("SERVICE_PURCHASES", "1").parse::<u32>().unwrap_or(1) {
        buy(&format!("{}-{number}", variable("SERVICE_ORDER_LABEL", "1001")), &sku);
    }
}
