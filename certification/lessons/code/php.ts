import type { CodeOf } from './code.ts'

/** In PHP, by its curl extension. */
export const PHP: CodeOf = {
  call: `$url = getenv('SERVICE_BASE_URL') . '/ping';
$headers = ['Authorization: Bearer ' . getenv('SERVICE_PARTNER_API_KEY')];`,
  body: `$body = json_encode(['partnerReference' => $reference, 'sku' => $sku]);
$headers[] = 'Content-Type: application/json';
curl_setopt($curl, CURLOPT_POSTFIELDS, $body); // a text: an array is sent as a form`,
  amount: `$isEnough = bccomp($balance['amount'], $price['amount'], 2) >= 0; // texts such as "25.00"`,
  reference: `for ($number = 1; $number <= (int) getenv('SERVICE_PURCHASES'); $number++)
    buy('SHOP:' . getenv('SERVICE_ORDER_LABEL') . "-$number"); // the same again after a restart`,
  'lookup-path': `$url = $base . '/orders/' . rawurlencode($reference);`,
  positions: `$order = $bought['data']['order']['order']; // the answer to POST /orders
$order = $lookup['data']['order']; // the answer to a lookup: one level less`,
  'poll-loop': `while ($order['status'] === 'PROCESSING') {
    usleep((int) ($order['pollAfterSeconds'] * 1000000)); // in microseconds
    $order = lookUp($reference); }`,
  'failed-poll': `try { $order = lookUp($reference); }
catch (RuntimeException $lost) { } // it is still PROCESSING: wait, and ask again
// so it is after 404, 429 and 5xx`,
  retry: `$body = json_encode(['partnerReference' => $reference, 'sku' => $sku]); // once, before the loop
do { $answer = send($body); } // null: no answer, or a 5xx
while ($answer === null); // wait longer each time, and give up some day`,
  'whole-body': `$text = curl_exec($curl);
if (curl_errno($curl) !== 0) $text = null; // 18: the body ended early
// null: look the reference up, or send the same body again`,
}
