<?php
// Buys SERVICE_PURCHASES cards of SERVICE_SKU. PHP 8.1 or newer, with its curl extension.
declare(strict_types=1);

$sku = getenv('SERVICE_SKU');

// Call
/** Status, data and Retry-After of an answer; status 0 where no whole answer came. */
function call(string $method, string $path, ?array $order = null): array {
    $wait = 0;
    $curl = curl_init(getenv('SERVICE_BASE_URL') . $path); // It follows no redirect: the key would travel with it.
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 5,
        CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('SERVICE_PARTNER_API_KEY'), 'Content-Type: application/json'],
        CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$wait): int {
            if (preg_match('/^Retry-After: *(.+?)\s*$/i', $line, $found))
                $wait = ctype_digit($found[1]) ? (int) $found[1] : max(0, (int) strtotime($found[1]) - time());
            return strlen($line);
        },
    ]);
    if ($order !== null) curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($order));
    $text = curl_exec($curl);
    $status = curl_errno($curl) === 0 ? curl_getinfo($curl, CURLINFO_RESPONSE_CODE) : 0;
    $data = $status >= 200 && $status < 300 ? json_decode($text, true)['data'] ?? null : null;
    return [$status, $data, $wait];
}

/** Waits so many seconds, or as long as an answer asks for. Beyond five minutes it ends, and says when to start again. */
function pause(string $reference, int $wait, float $seconds): void {
    if ($wait > 300) unknown($reference, "in $wait seconds");
    usleep((int) ceil(1e6 * max($wait, $seconds)));
}

function unknown(string $reference, string $when): never {
    exit_with("It is unknown whether $reference was bought. Start again $when: its reference is stored.");
}

// Look up
/** The summary of an order, null without one; and the seconds to wait. */
function lookUp(string $reference): array {
    [, $data, $wait] = call('GET', '/orders/' . rawurlencode($reference));
    return [isset($data['order']['status']) ? $data['order'] : null, $wait];
}

// Store
/** The reference of an order, in a file before anything is sent; and whether it was there already. */
function stored(string $orderNumber, string $sku): array {
    $store = getenv('ORDER_STORE') ?: 'orders';
    if (!is_dir($store)) @mkdir($store, recursive: true);
    $file = "$store/$orderNumber.json";
    if (is_file($file)) return [json_decode(file_get_contents($file), true)['reference'], true];
    $reference = "SHOP:$orderNumber";
    $draft = fopen("$file.tmp", 'w');
    fwrite($draft, json_encode(['orderNumber' => $orderNumber, 'reference' => $reference, 'sku' => $sku]));
    fsync($draft);
    fclose($draft);
    rename("$file.tmp", $file);
    return [$reference, false];
}

// Prepare
function prepare(string $sku): void {
    if ((call('GET', '/ping')[1]['status'] ?? '') !== 'ok') exit_with('The service is not ok.');
    if (!in_array($sku, array_column(call('GET', '/products')[1]['products'], 'sku'), true)) exit_with("$sku is not in the catalogue.");
    $price = call('GET', '/products/' . rawurlencode($sku) . '/price')[1]['price']['amount'];
    $balance = call('GET', '/balance')[1]['balance']['amount'];
    if (round($balance * 100) < round($price * 100)) exit_with('The balance is too small.');
}

// Place
function place(string $reference, string $sku, bool $mayBeBought): array {
    $order = ['partnerReference' => $reference, 'sku' => $sku];
    for ($attempt = 0; $attempt < 8; $attempt++) {
        [$status, $data, $wait] = call('POST', '/orders', $order);
        if (isset($data['order']['order']['status'])) return $data['order']['order'];
        if ($status >= 400 && $status < 500 && $status !== 429 && !$mayBeBought) exit_with("$reference was refused: $status");
        $mayBeBought = $mayBeBought || $status !== 429; // No answer is no refusal.
        pause($reference, $wait, min(0.5 * 2 ** $attempt, 8));
        if (!$mayBeBought) continue;
        [$found, $wait] = lookUp($reference);
        if ($found !== null) return $found;
        pause($reference, $wait, 0);
    }
    unknown($reference, 'later');
}

// Follow
function follow(string $reference, array $summary): string {
    for ($failures = $wait = 0; $summary['status'] === 'PROCESSING' && $failures < 8; ) {
        pause($reference, $wait, $summary['pollAfterSeconds'] + 0.025 + ($failures > 0 ? 0.5 : 0));
        [$found, $wait] = lookUp($reference);
        $failures = $found === null ? $failures + 1 : 0;
        $summary = $found ?? $summary;
    }
    return $summary['status'];
}

function buy(string $orderNumber, string $sku): void {
    [$reference, $isKnown] = stored($orderNumber, $sku);
    [$summary, $wait] = $isKnown ? lookUp($reference) : [null, 0];
    if ($summary === null) {
        pause($reference, $wait, 0);
        prepare($sku);
        $summary = place($reference, $sku, $isKnown);
    }
    $status = follow($reference, $summary);
    if ($status !== 'COMPLETED') exit_with("$reference was not bought: $status");
}

function exit_with(string $reason): never {
    fwrite(STDERR, "$reason\n");
    exit(1);
}

for ($number = 1; $number <= (int) (getenv('SERVICE_PURCHASES') ?: 1); $number++)
    buy((getenv('SERVICE_ORDER_LABEL') ?: '1001') . "-$number", $sku);
