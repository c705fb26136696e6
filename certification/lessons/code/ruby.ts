import type { CodeOf } from './code.ts'

/** In Ruby, by Net::HTTP. */
export const RUBY: CodeOf = {
  call: `uri = URI("#{ENV.fetch("SERVICE_BASE_URL")}/ping")
headers = { "Authorization" => "Bearer #{ENV.fetch("SERVICE_PARTNER_API_KEY")}" }`,
  body: `body = JSON.generate("partnerReference" => reference, "sku" => sku)
Net::HTTP.post(URI("#{base}/orders"), body, headers.merge("Content-Type" => "application/json"))`,
  amount: 'is_enough = BigDecimal(balance["amount"]) >= BigDecimal(price["amount"]) # texts such as "25.00"',
  reference: `1.upto(Integer(ENV.fetch("SERVICE_PURCHASES"))) do |number|
  buy("SHOP:#{ENV.fetch("SERVICE_ORDER_LABEL")}-#{number}") # the same again after a restart
end`,
  'lookup-path': 'uri = URI("#{base}/orders/#{ERB::Util.url_encode(reference)}")',
  positions: `order = bought.dig("data", "order", "order") # the answer to POST /orders
order = lookup.dig("data", "order") # the answer to a lookup: one level less`,
  'poll-loop': `while order["status"] == "PROCESSING"
  sleep(order["pollAfterSeconds"]) # in seconds; read again each time
  order = look_up(reference) end`,
  'failed-poll': `begin order = look_up(reference)
rescue SystemCallError, IOError, Timeout::Error # still PROCESSING, as after 404, 429 and 5xx
end`,
  retry: `body = JSON.generate("partnerReference" => reference, "sku" => sku) # once, before the loop
answer = send_purchase(body) # nil: no answer, or a 5xx
answer = send_purchase(body) while answer.nil? # wait longer each time, and give up some day`,
  'whole-body': `begin answer = JSON.parse(Net::HTTP.post(uri, body, headers).body)
rescue EOFError, SystemCallError, JSON::ParserError then answer = nil # it ended early, or was lost
end # nil: look the reference up, or send the same body again`,
}
