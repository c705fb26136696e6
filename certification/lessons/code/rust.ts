import type { CodeOf } from './code.ts'

/** In Rust, by reqwest and serde_json. */
export const RUST: CodeOf = {
  call: `let url = format!("{}/ping", std::env::var("SERVICE_BASE_URL")?);
let answer = client.get(url).bearer_auth(std::env::var("SERVICE_PARTNER_API_KEY")?).send()?;`,
  body: `let purchase = serde_json::json!({ "partnerReference": reference, "sku": sku });
let answer = client.post(format!("{base}/orders")).bearer_auth(key).json(&purchase).send()?;`,
  amount: `let cents = |amount: &str| amount.replace('.', "").parse::<i64>(); // a text such as "25.00"
let is_enough = cents(balance)? >= cents(price)?;`,
  reference: `for number in 1..=std::env::var("SERVICE_PURCHASES")?.parse::<u32>()? {
    buy(&format!("SHOP:{}-{number}", std::env::var("SERVICE_ORDER_LABEL")?))?;
}`,
  'lookup-path': 'let url = format!("{base}/orders/{}", urlencoding::encode(reference));',
  positions: `let order = &bought["data"]["order"]["order"]; // the answer to POST /orders
let order = &lookup["data"]["order"]; // the answer to a lookup: one level less`,
  'poll-loop': `while order.status == "PROCESSING" {
    std::thread::sleep(std::time::Duration::from_secs_f64(order.poll_after_seconds));
    order = look_up(&reference)?; }`,
  'failed-poll': `if let Ok(found) = look_up(&reference) {
    order = found;
} // else it is still PROCESSING: wait, and ask again`,
  retry: `let body = serde_json::to_string(&purchase)?; // once, before the loop
let mut answer = send(&body); // an error: no answer, or a 5xx
while answer.is_err() { answer = send(&body); } // wait longer each time`,
  'whole-body': `let answer = response.text(); // reads until the last chunk: an error where it ends early
if answer.is_err() { return look_up(&reference); } // or send the same body again`,
}
