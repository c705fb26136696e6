import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Buys SERVICE_PURCHASES cards of SERVICE_SKU: Java 17, one file, no dependency. Start it with `java Client.java`.
 */
final class Client {
  static final String BASE_URL = System.getenv("SERVICE_BASE_URL");
  static final String API_KEY = System.getenv("SERVICE_PARTNER_API_KEY");
  static final String SKU = System.getenv("SERVICE_SKU");
  static final long TIMEOUT_SECONDS = 5;
  /** How often in a row an answer may be missing before the outcome counts as unknown. */
  static final int MOST_FAILURES = 8;
  /** A poll must not be early. */
  static final long MARGIN_MS = 25;
  /** A service that asks for a longer pause is not waited for. */
  static final int LONGEST_PAUSE_SECONDS = 300;

  static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Status 0: none arrived whole. */
  record Answer(int status, String body, double retryAfterSeconds) {
    boolean isSuccess() {
      return status >= 200 && status < 300;
    }

    boolean isRefused() {
      return status >= 400 && status < 500 && status != 429;
    }

    /** The scalar at a path such as `data.order.status`, or null. */
    String at(String path) {
      return isSuccess() ? Json.at(body, path) : null;
    }
  }

  /** Its position after a purchase differs from that after a lookup. */
  record Summary(String status, double pollAfterSeconds) {
    /** The summary at a position, or null without a usable one. */
    static Summary of(Answer answer, String position) {
      String status = answer.at(position + ".status");
      String seconds = answer.at(position + ".pollAfterSeconds");
      boolean isNumber = seconds != null && seconds.matches("\\d+(\\.\\d+)?");
      if (status == null || status.equals("PROCESSING") && !isNumber) return null;
      return new Summary(status, isNumber ? Double.parseDouble(seconds) : 0);
    }
  }

  static final class Failure extends RuntimeException {
    Failure(String message) {
      super(message);
    }
  }

  /** One request. It does not throw: a missing answer is an answer of status 0. */
  static Answer call(String method, String path, String body) throws InterruptedException {
    var publisher =
        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    var request =
        HttpRequest.newBuilder(URI.create(BASE_URL + path))
            .method(method, publisher)
            .header("Authorization", "Bearer " + API_KEY)
            .header("Content-Type", "application/json")
            .build();
    // The timeout of a request ends with its head; this one covers the body, too.
    var sent = HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    try {
      HttpResponse<String> response = sent.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      String retryAfter = response.headers().firstValue("Retry-After").orElse("");
      return new Answer(response.statusCode(), response.body(), secondsOf(retryAfter));
    } catch (ExecutionException | TimeoutException lost) {
      sent.cancel(true);
      return new Answer(0, "", 0);
    }
  }

  /** The seconds that Retry-After asks for, as a number or a date; 0 where it asks for none. */
  static double secondsOf(String asked) {
    if (asked.matches("\\d+")) return Double.parseDouble(asked);
    try {
      Instant until = ZonedDateTime.parse(asked, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Math.max(0, Duration.between(Instant.now(), until).toMillis() / 1000.0);
    } catch (DateTimeParseException none) {
      return 0;
    }
  }

  static Answer lookUp(String reference) throws InterruptedException {
    return call("GET", "/orders/" + encode(reference), null);
  }

  /** Half a second, then twice as long after each failure, up to 8 seconds. */
  static double backoff(int failures) {
    return Math.min(0.5 * Math.pow(2, failures - 1), 8);
  }

  /** Waits so long, or as long as an answer asks for. */
  static void pause(String reference, Answer answer, double seconds) throws InterruptedException {
    double asked = answer.retryAfterSeconds();
    if (asked > LONGEST_PAUSE_SECONDS) throw outcomeUnknown(reference, "in " + Math.round(asked) + " seconds");
    Thread.sleep((long) (Math.max(asked, seconds) * 1000));
  }

  static Failure outcomeUnknown(String reference, String when) {
    return new Failure(
        "The outcome of " + reference + " is unknown. Look it up " + when + "; do not buy under a new reference.");
  }

  /** Sends a purchase until its summary is known. A missing answer says nothing: it may well be recorded. */
  static Summary place(String reference) throws InterruptedException {
    String body = "{\"partnerReference\":\"" + reference + "\",\"sku\":\"" + SKU + "\"}";
    boolean mayBeRecorded = false;
    for (int failures = 1; failures <= MOST_FAILURES; failures++) {
      Answer sent = call("POST", "/orders", body);
      Summary placed = Summary.of(sent, "data.order.order");
      if (placed != null) return placed;
      if (sent.isRefused() && !mayBeRecorded) throw new Failure(reference + " was refused: " + sent.status());
      mayBeRecorded |= sent.status() != 429;
      pause(reference, sent, backoff(failures));
      if (!mayBeRecorded) continue;
      Answer answer = lookUp(reference);
      Summary found = Summary.of(answer, "data.order");
      if (found != null) return found;
      pause(reference, answer, 0);
    }
    throw outcomeUnknown(reference, "later");
  }

  /** Looks the order up, each time after the seconds that the latest summary asks for, until it is settled. */
  static String follow(String reference, Summary placed) throws InterruptedException {
    Summary latest = placed;
    int failures = 0;
    while (latest.status().equals("PROCESSING")) {
      Thread.sleep((long) Math.ceil(latest.pollAfterSeconds() * 1000) + MARGIN_MS);
      Answer answer = lookUp(reference);
      Summary found = Summary.of(answer, "data.order");
      failures = found == null ? failures + 1 : 0;
      // A known order that is not found now may be found later; any other refusal will be repeated.
      boolean isFinal = answer.isRefused() && answer.status() != 404;
      if (isFinal || failures > MOST_FAILURES) throw outcomeUnknown(reference, "later");
      if (found == null) pause(reference, answer, backoff(1));
      else latest = found;
    }
    return latest.status();
  }

  static String read(String path, String position) throws InterruptedException {
    Answer answer = call("GET", path, null);
    String value = answer.at(position);
    if (value == null) throw new Failure("GET " + path + " was not answered as expected: " + answer.status());
    return value;
  }

  static void buy(String reference) throws InterruptedException {
    var price = new BigDecimal(read("/products/" + encode(SKU) + "/price", "data.price.amount"));
    var balance = new BigDecimal(read("/balance", "data.balance.amount"));
    if (balance.compareTo(price) < 0) throw new Failure("The balance is too small.");
    String status = follow(reference, place(reference));
    System.out.println(reference + ": " + status);
    if (!status.equals("COMPLETED")) throw new Failure(reference + " was not bought: " + status);
  }

  static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }

  public static void main(String[] arguments) throws InterruptedException {
    try {
      if (!read("/ping", "data.status").equals("ok")) throw new Failure("The service is not ok.");
      Answer products = call("GET", "/products", null);
      if (!products.isSuccess() || !Json.all(products.body(), "data.products.*.sku").contains(SKU)) {
        throw new Failure(SKU + " is not in the catalogue.");
      }
      // One reference for each intended purchase, made of its order: the same again, should this be started again.
      String random = Long.toHexString(new SecureRandom().nextLong());
      String run = System.getenv().getOrDefault("SERVICE_ORDER_LABEL", random);
      int purchases = Integer.parseInt(System.getenv().getOrDefault("SERVICE_PURCHASES", "1"));
      for (int number = 1; number <= purchases; number++) buy("SHOP:" + run + "-" + number);
    } catch (Failure failure) {
      System.err.println(failure.getMessage());
      System.exit(1);
    } catch (IllegalArgumentException unusable) {
      // Its message may quote a header, and with it the key.
      System.err.println("The environment, or an amount in an answer, is not as expected.");
      System.exit(1);
    }
    System.exit(0);
  }

  /** Finds scalars in a JSON text by their path; `*` is any index of an array. If you have a JSON library, use that. */
  static final class Json {
    static final Pattern TOKEN = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"|[\\[\\]{}:,]|[^\\[\\]{}:,\"\\s]++");

    static String at(String text, String path) {
      List<String> found = all(text, path);
      return found.isEmpty() ? null : found.get(0);
    }

    /** Nothing of a text that breaks off. Escapes in strings are left as they are. */
    static List<String> all(String text, String path) {
      var found = new ArrayList<String>();
      var names = new ArrayList<String>();
      boolean expectsName = false;
      for (Matcher token = TOKEN.matcher(text); token.find(); ) {
        int deepest = names.size() - 1;
        switch (token.group()) {
          case "{", "[" -> {
            expectsName = token.group().equals("{");
            names.add(expectsName ? "" : "*");
          }
          case "}", "]" -> {
            if (deepest < 0) return List.of();
            names.remove(deepest);
            expectsName = false;
          }
          case "," -> expectsName = deepest >= 0 && !names.get(deepest).equals("*");
          case ":" -> expectsName = false;
          default -> {
            String value = token.group(1) == null ? token.group() : token.group(1);
            if (expectsName && deepest >= 0) names.set(deepest, value);
            else if (String.join(".", names).equals(path)) found.add(value);
          }
        }
      }
      return names.isEmpty() ? found : List.of();
    }
  }
}
