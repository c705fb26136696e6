import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { curlOf, shellText } from '../curl.ts'
import { CopyButton, KeyChoice, typedInto } from '../parts/controls.ts'
import { useKeys } from '../parts/hooks.ts'
import { NextFault } from '../parts/next-fault.ts'
import { facts, purchaseOf, purchaseRequest, sendPurchase, userKey } from '../state/facts.ts'
import { key, nameOf } from '../state/keys.ts'

type ScenarioFacts = {
  readonly sku: string
  readonly name: string
  readonly story: string
  readonly price: string
}

export function ScenariosTab() {
  useKeys()
  const scenarios = useSignal<readonly ScenarioFacts[]>([])
  useEffect(() => {
    void ask<{ scenarios: readonly ScenarioFacts[] }>('scenarios').then((answer) => {
      scenarios.value = answer?.scenarios ?? []
    })
  }, [])
  const { value: of } = key
  const isOther = of !== undefined && of.waiting.length > 0 && !userKey.value.endsWith(`_${of.word}`)
  return html`<${KeyChoice} /><${NextFault} />
    <section class="group" aria-labelledby="cards">
      <h2 id="cards">Buy a card that does it</h2>
      <p class="controls"><label>Your key, for what is sent or copied
        <input value=${userKey.value} autocomplete="off" spellcheck=${false} onInput=${typedInto(userKey)} /></label><span class="quiet">It stays in this page.${isOther && ` The fault above waits for ${nameOf(of)}, not for this key.`}</span></p>
      <div class="tiles">${scenarios.value.map(
        ({ sku, name, story, price }) => html`<article class="card">
          <h3><code>${sku}</code> ${price}</h3>
          <p><b>${name}</b></p>
          <p class="quiet">${story}</p>
          <p class="actions"><button type="button" class="main" onClick=${() => sendPurchase(purchaseOf(sku))}>Send</button>
            <${CopyButton} label="Copy as curl" text=${() => purchaseCommand(sku)} /></p>
        </article>`,
      )}</div>
    </section>`
}

/** A purchase with a reference of its own each time it is copied. */
function purchaseCommand(sku: string): string {
  return curlOf({ request: purchaseRequest(purchaseOf(sku)) }, shellText(facts.baseUrl))
}
