import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import { SureButton, typedInto } from '../parts/controls.ts'
import { commandKey, useKeys } from '../parts/hooks.ts'
import { type KeyFacts, keys, nameOf } from '../state/keys.ts'
import { complain } from '../state/notice.ts'

export function PartnersTab() {
  useKeys()
  if (keys.value.length === 0) return html`<p class="empty">No key has called yet.</p>`
  return html`<p class="quiet">A key is shown by its SHA-256; the mock shows no key.</p>
    <div class="cards">${keys.value.map((one) => html`<${PartnerCard} key=${one.digest} of=${one} />`)}</div>`
}

function PartnerCard({ of }: { of: KeyFacts }) {
  const { digest, partner, balance, orders, isRevoked, allowlist } = of
  const amount = useSignal('100.00')
  const addresses = useSignal((allowlist ?? []).join(', '))
  const give = (path: string, body: object, done: string) => commandKey(path, { key: digest, ...body }, done)
  const topUp = () =>
    /^\d+(?:\.\d+)?$/.test(amount.value.trim())
      ? give('top-up', { amount: amount.value.trim() }, `Topped up ${partner}.`)
      : complain('Write the amount as a decimal number, such as 100.00.')
  const allow = () => {
    const list = addresses.value.split(/[\s,]+/).filter((address) => address !== '')
    return give(
      'allowlist',
      { allowlist: list.length === 0 ? null : list },
      `Changed who may call as ${partner}.`,
    )
  }
  return html`<article class="card">
    <div class="card-head"><h2>${nameOf(of)}</h2><code class="quiet">${digest.slice(0, 16)}…</code>
      <span class="state">${isRevoked ? 'revoked' : balance}</span></div>
    <p class="quiet">${orders} ${orders === 1 ? 'order' : 'orders'}; ${allowlist === null ? 'may call from everywhere' : `may call from ${allowlist.join(', ')}`}</p>
    <p class="actions">
      <label>Amount <input size="8" value=${amount.value} inputmode="decimal" onInput=${typedInto(amount)} /></label>
      <button type="button" onClick=${topUp}>Top up</button>
      <label>Addresses <input size="20" value=${addresses.value} placeholder="all" onInput=${typedInto(addresses)} /></label>
      <button type="button" onClick=${allow}>Set the allowlist</button>
      <button type="button" onClick=${() => give('revoke', { revoked: !isRevoked }, isRevoked ? `${partner} is served again.` : `Revoked the key of ${partner}.`)}>${isRevoked ? 'Restore the key' : 'Revoke the key'}</button>
      <${SureButton} label="Reset" lost="its orders and its journal are lost" act=${() => give('reset', {}, `Reset ${partner}: its orders and its journal are gone.`)} />
    </p>
  </article>`
}
