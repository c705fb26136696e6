// Buys SERVICE_PURCHASES cards of SERVICE_SKU. Java 17 or newer, with nothing to install.
import java.io.*;
import java.math.BigDecimal;
import java.net.*;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.time.*;
import java.time.format.*;
import java.util.*;
import java.util.concurrent.*;

class Purchase {
  static final Map<String, String> ENV = System.getenv();
  static final String SKU = ENV.get("SERVICE_SKU");
  static final HttpClient HTTP = HttpClient.newHttpClient(); // It follows no redirect: the key would travel with it.

  /** Status 0 where no whole answer came. */
  record Answer(int status, Object data, double retryAfter) {
    Object at(String... names) {
      Object value = data;
      for (String name : names) value = value instanceof Map<?, ?> map ? map.get(name) : null;
      return value;
    }

    /** The summary of a lookup; null without one. */
    Object found() {
      return at("order", "status") == null ? null : at("order");
    }
  }

  // Call
  static Answer call(String method, String path, String order) throws Exception {
    var body = order == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(order);
    var request = HttpRequest.newBuilder(URI.create(ENV.get("SERVICE_BASE_URL") + path)).method(method, body)
        .header("Authorization", "Bearer " + ENV.get("SERVICE_PARTNER_API_KEY"))
        .header("Content-Type", "application/json").build();
    try {
      // The timeout of a request ends with its head; this one covers the body, too.
      var answer = HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString()).get(5, TimeUnit.SECONDS);
      boolean isSuccess = answer.statusCode() / 100 == 2;
      Object data = isSuccess ? ((Map<?, ?>) Json.parse(answer.body())).get("data") : null;
      return new Answer(answer.statusCode(), data, secondsOf(answer.headers().firstValue("Retry-After").orElse("")));
    } catch (ExecutionException | TimeoutException | IOException | RuntimeException lost) {
      return new Answer(0, null, 0);
    }
  }

  /** The seconds that Retry-After asks for, as a number or a date; 0 where it asks for none. */
  static double secondsOf(String asked) {
    if (asked.matches("\\d+")) return Double.parseDouble(asked);
    try {
      var until = ZonedDateTime.parse(asked, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Math.max(0, Duration.between(Instant.now(), until).toMillis() / 1000.0);
    } catch (DateTimeParseException none) {
      return 0;
    }
  }

  /** Waits so many seconds, or as long as an answer asks for. Beyond five minutes it ends, and says when to start again. */
  static void pause(String reference, Answer answer, double seconds) throws Exception {
    if (answer.retryAfter() > 300) throw unknown(reference, "in " + Math.round(answer.retryAfter()) + " seconds");
    Thread.sleep((long) Math.ceil(1000 * Math.max(answer.retryAfter(), seconds)));
  }

  static IllegalStateException unknown(String reference, String when) {
    return new IllegalStateException(
        "It is unknown whether " + reference + " was bought. Start again " + when + ": its reference is stored.");
  }

  // Look up
  static Answer lookUp(String reference) throws Exception {
    return call("GET", "/orders/" + encode(reference), null);
  }

  // Store
  /** Writes an order number and its reference before anything is sent. False where they were there already. */
  static boolean store(String orderNumber, String reference) throws IOException {
    Path folder = Files.createDirectories(Path.of(ENV.getOrDefault("ORDER_STORE", "orders")));
    String text = orderNumber + " " + reference + " " + SKU + "\n";
    try (var file = FileChannel.open(folder.resolve(orderNumber), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      file.force(true);
      return true;
    } catch (FileAlreadyExistsException known) {
      return false;
    }
  }

  // Prepare
  static void prepare() throws Exception {
    if (!"ok".equals(call("GET", "/ping", null).at("status"))) throw new IllegalStateException("The service is not ok.");
    var products = (List<?>) call("GET", "/products", null).at("products");
    if (products.stream().noneMatch(product -> SKU.equals(((Map<?, ?>) product).get("sku"))))
      throw new IllegalStateException(SKU + " is not in the catalogue.");
    var price = new BigDecimal((String) call("GET", "/products/" + encode(SKU) + "/price", null).at("price", "amount"));
    var balance = new BigDecimal((String) call("GET", "/balance", null).at("balance", "amount"));
    if (balance.compareTo(price) < 0) throw new IllegalStateException("The balance is too small.");
  }

  // Place
  static Object place(String reference, boolean isKnown) throws Exception {
    boolean mayBeBought = isKnown;
    String order = "{\"partnerReference\":\"" + reference + "\",\"sku\":\"" + SKU + "\"}";
    for (int attempt = 0; attempt < 8; attempt++) {
      Answer sent = call("POST", "/orders", order);
      if (sent.at("order", "order", "status") != null) return sent.at("order", "order");
      boolean isRefused = sent.status() / 100 == 4 && sent.status() != 429;
      if (isRefused && !mayBeBought) throw new IllegalStateException(reference + " was refused: " + sent.status());
      mayBeBought |= sent.status() != 429; // No answer is no refusal.
      pause(reference, sent, Math.min(0.5 * Math.pow(2, attempt), 8));
      if (!mayBeBought) continue;
      Answer found = lookUp(reference);
      if (found.found() != null) return found.found();
      pause(reference, found, 0);
    }
    throw unknown(reference, "later");
  }

  // Follow
  static String follow(String reference, Object placed) throws Exception {
    Object summary = placed;
    Answer latest = new Answer(0, null, 0);
    for (int failures = 0; ((Map<?, ?>) summary).get("status").equals("PROCESSING") && failures < 8; ) {
      double seconds = (Double) ((Map<?, ?>) summary).get("pollAfterSeconds");
      pause(reference, latest, seconds + 0.025 + (failures > 0 ? 0.5 : 0));
      latest = lookUp(reference);
      failures = latest.found() == null ? failures + 1 : 0;
      if (latest.found() != null) summary = latest.found();
    }
    return (String) ((Map<?, ?>) summary).get("status");
  }

  static void buy(String orderNumber) throws Exception {
    String reference = "SHOP:" + orderNumber;
    boolean isKnown = !store(orderNumber, reference);
    Answer known = isKnown ? lookUp(reference) : new Answer(0, null, 0);
    Object summary = known.found();
    if (summary == null) {
      pause(reference, known, 0);
      prepare();
      summary = place(reference, isKnown);
    }
    String status = follow(reference, summary);
    if (!status.equals("COMPLETED")) throw new IllegalStateException(reference + " was not bought: " + status);
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  public static void main(String[] arguments) throws Exception {
    int purchases = Integer.parseInt(ENV.getOrDefault("SERVICE_PURCHASES", "1"));
    for (int number = 1; number <= purchases; number++) buy(ENV.getOrDefault("SERVICE_ORDER_LABEL", "1001") + "-" + number);
    System.exit(0);
  }
}

/** Enough of JSON for this page. If you have a library, use that. */
class Json {
  static Object parse(String text) throws IOException {
    return value(new StreamTokenizer(new StringReader(text)), 0);
  }

  private static Object value(StreamTokenizer in, int end) throws IOException {
    int token = in.nextToken();
    if (token == end && end != 0) return null;
    if (token == '{') {
      var map = new HashMap<String, Object>();
      for (Object name; (name = value(in, '}')) != null; ) {
        if (in.nextToken() != ':') throw new IOException("no colon");
        map.put((String) name, value(in, 0));
        if (in.nextToken() != ',') in.pushBack();
      }
      return map;
    }
    if (token == '[') {
      var list = new ArrayList<Object>();
      for (Object item; (item = value(in, ']')) != null; list.add(item)) if (in.nextToken() != ',') in.pushBack();
      return list;
    }
    if (token == StreamTokenizer.TT_NUMBER) return in.nval;
    if (token == StreamTokenizer.TT_WORD || token == '"') return in.sval;
    throw new IOException("not JSON");
  }
}
