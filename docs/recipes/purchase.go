// Buys SERVICE_PURCHASES cards of SERVICE_SKU. Go 1.19 or newer, with nothing to install.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"
)

var base, key, sku = os.Getenv("SERVICE_BASE_URL"), os.Getenv("SERVICE_PARTNER_API_KEY"), os.Getenv("SERVICE_SKU")

// The client follows no redirect: the key would travel with it.
var client = http.Client{Timeout: 5 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error {
	return http.ErrUseLastResponse
}}

// call returns data, status and Retry-After of an answer; status 0 where no whole answer came.
func call(method, path string, order any) (any, int, float64) {
	body, _ := json.Marshal(order)
	if order == nil {
		body = nil
	}
	request, _ := http.NewRequest(method, base+path, bytes.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return nil, 0, 0
	}
	defer answer.Body.Close()
	var envelope any
	if answer.StatusCode/100 == 2 && json.NewDecoder(answer.Body).Decode(&envelope) != nil {
		return nil, 0, 0
	}
	wait, _ := strconv.ParseFloat(answer.Header.Get("Retry-After"), 64)
	return at(envelope, "data"), answer.StatusCode, wait
}

func at(value any, names ...string) any {
	for _, name := range names {
		members, _ := value.(map[string]any)
		value = members[name]
	}
	return value
}

func lookUp(reference string) any {
	data, _, _ := call("GET", "/orders/"+url.PathEscape(reference), nil)
	return at(data, "order")
}

// store writes an order number and its reference before anything is sent. False where they were there already.
func store(orderNumber, reference string) bool {
	folder := os.Getenv("ORDER_STORE")
	if folder == "" {
		folder = "orders"
	}
	_ = os.MkdirAll(folder, 0o755)
	file, err := os.OpenFile(folder+"/"+orderNumber, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_SYNC, 0o600)
	if errors.Is(err, os.ErrExist) {
		return false
	}
	if _, err = fmt.Fprintln(file, orderNumber, reference, sku); err != nil {
		log.Fatal(err)
	}
	return true
}

func place(reference string, mayBeBought bool) any {
	for attempt := 0; attempt < 8; attempt++ {
		data, status, wait := call("POST", "/orders", map[string]string{"partnerReference": reference, "sku": sku})
		if summary := at(data, "order", "order"); summary != nil {
			return summary
		}
		if status/100 == 4 && status != 429 && !mayBeBought {
			log.Fatalf("%s was refused: %d", reference, status)
		}
		mayBeBought = mayBeBought || status != 429 // No answer is no refusal.
		pause(math.Max(wait, math.Min(0.5*math.Pow(2, float64(attempt)), 8)))
		if !mayBeBought {
			continue
		}
		if found := lookUp(reference); found != nil {
			return found
		}
	}
	log.Fatalf("It is unknown whether %s was bought. Start again: its reference is stored.", reference)
	return nil
}

func pause(seconds float64) { time.Sleep(time.Duration(seconds * float64(time.Second))) }

func amount(path, name string) *big.Rat {
	data, _, _ := call("GET", path, nil)
	value, isAmount := new(big.Rat).SetString(fmt.Sprint(at(data, name, "amount")))
	if !isAmount {
		log.Fatalf("%s has no amount.", path)
	}
	return value
}

func buy(orderNumber string) {
	reference := "SHOP:" + orderNumber
	var latest any
	isKnown := !store(orderNumber, reference)
	if isKnown {
		latest = lookUp(reference)
	}
	if latest == nil {
		if amount("/products/"+url.PathEscape(sku)+"/price", "price").Cmp(amount("/balance", "balance")) > 0 {
			log.Fatal("The balance is too small.")
		}
		latest = place(reference, isKnown)
	}
	for failures := 0.0; at(latest, "status") == "PROCESSING" && failures < 8; failures++ {
		seconds, _ := at(latest, "pollAfterSeconds").(float64)
		pause(seconds + 0.025 + 0.5*math.Min(failures, 1))
		if found := lookUp(reference); found != nil {
			latest, failures = found, -1
		}
	}
	if at(latest, "status") != "COMPLETED" {
		log.Fatalf("%s was not bought: %v", reference, at(latest, "status"))
	}
}

func main() {
	if ping, _, _ := call("GET", "/ping", nil); at(ping, "status") != "ok" {
		log.Fatal("The service is not ok.")
	}
	data, _, _ := call("GET", "/products", nil)
	products, _ := at(data, "products").([]any)
	isSold := false
	for _, product := range products {
		isSold = isSold || at(product, "sku") == sku
	}
	if !isSold {
		log.Fatalf("%s is not in the catalogue.", sku)
	}
	purchases, _ := strconv.Atoi(os.Getenv("SERVICE_PURCHASES"))
	for number := 1; number <= purchases; number++ {
		buy(fmt.Sprintf("%s-%d", os.Getenv("SERVICE_ORDER_LABEL"), number))
	}
}
