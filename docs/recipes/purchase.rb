# Buys SERVICE_PURCHASES cards of SERVICE_SKU. Ruby 3.0 or newer, with nothing to install.
require 'bigdecimal'
require 'fileutils'
require 'json'
require 'net/http'

BASE = URI(ENV.fetch('SERVICE_BASE_URL'))
SKU = ENV.fetch('SERVICE_SKU')
STORE = ENV.fetch('ORDER_STORE', 'orders')
LOST = [SystemCallError, IOError, SocketError, Timeout::Error, Net::HTTPBadResponse, OpenSSL::SSL::SSLError,
        JSON::ParserError, KeyError].freeze

# Status, data and Retry-After of an answer; status 0 where no whole answer came. It follows no redirect.
def call(method, path, order = nil)
  headers = { 'Authorization' => "Bearer #{ENV.fetch('SERVICE_PARTNER_API_KEY')}", 'Content-Type' => 'application/json' }
  http = Net::HTTP.new(BASE.host, BASE.port)
  http.use_ssl = BASE.scheme == 'https'
  http.open_timeout = http.read_timeout = 5
  http.max_retries = 0
  answer = http.start { http.send_request(method, BASE.path + path, order && JSON.generate(order), headers) }
  return [answer.code.to_i, nil, answer['Retry-After'].to_i] unless answer.is_a?(Net::HTTPSuccess)

  [answer.code.to_i, JSON.parse(answer.body).fetch('data'), 0]
rescue *LOST
  [0, nil, 0]
end

def escape(text) = URI.encode_www_form_component(text).gsub('+', '%20')

def look_up(reference)
  summary = call('GET', "/orders/#{escape(reference)}")[1]&.dig('order')
  summary if summary&.key?('status')
end

# The reference of an order, in a file before anything is sent; and whether it was there already.
def stored(order_number)
  FileUtils.mkdir_p(STORE)
  file = "#{STORE}/#{order_number}.json"
  return [JSON.parse(File.read(file))['reference'], true] if File.exist?(file)

  reference = "SHOP:#{order_number}"
  File.open("#{file}.tmp", 'w') do |draft|
    draft.write(JSON.generate(order: order_number, reference: reference, sku: SKU))
    draft.fsync
  end
  File.rename("#{file}.tmp", file)
  [reference, false]
end

def place(reference, may_be_bought)
  8.times do |attempt|
    status, data, wait = call('POST', '/orders', { partnerReference: reference, sku: SKU })
    summary = data&.dig('order', 'order')
    return summary if summary&.key?('status')

    abort "#{reference} was refused: #{status}" if status.between?(400, 499) && status != 429 && !may_be_bought
    may_be_bought ||= status != 429 # No answer is no refusal.
    sleep [wait, [0.5 * 2**attempt, 8].min].max
    found = look_up(reference) if may_be_bought
    return found if found
  end
  abort "It is unknown whether #{reference} was bought. Start again: its reference is stored."
end

def buy(order_number)
  reference, is_known = stored(order_number)
  summary = look_up(reference) if is_known
  unless summary
    price = call('GET', "/products/#{escape(SKU)}/price")[1]['price']['amount']
    balance = call('GET', '/balance')[1]['balance']['amount']
    abort 'The balance is too small.' if BigDecimal(balance) < BigDecimal(price)
    summary = place(reference, is_known)
  end
  failures = 0
  while summary['status'] == 'PROCESSING' && failures < 8
    sleep summary['pollAfterSeconds'] + 0.025 + (failures.zero? ? 0 : 0.5)
    found = look_up(reference)
    failures = found ? 0 : failures + 1
    summary = found || summary
  end
  abort "#{reference} was not bought: #{summary['status']}" unless summary['status'] == 'COMPLETED'
end

abort 'The service is not ok.' unless call('GET', '/ping')[1]&.dig('status') == 'ok'
abort "#{SKU} is not in the catalogue." unless call('GET', '/products')[1]['products'].any? { |one| one['sku'] == SKU }
1.upto(ENV.fetch('SERVICE_PURCHASES', '1').to_i) { |number| buy("#{ENV.fetch('SERVICE_ORDER_LABEL', '1001')}-#{number}") }
