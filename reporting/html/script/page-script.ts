import { createHash } from 'node:crypto'

/**
 * What the page does besides being read: it copies, and opens what a link leads to. Without it all of the page is there.
 */
export const SCRIPT = `'use strict'

function reveal() {
  let id = location.hash.slice(1)
  try { id = decodeURIComponent(id) } catch {}
  const target = id === '' ? null : document.getElementById(id)
  if (target === null) return
  for (let one = target; one !== null; one = one.parentElement) {
    if (one.tagName === 'DETAILS') one.open = true
  }
  target.scrollIntoView()
}

async function copy(text) {
  try { await navigator.clipboard.writeText(text) } catch {
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }
  document.querySelector('#said').textContent = 'Copied.'
}

function addCopyButtons() {
  for (const source of document.querySelectorAll('[data-copy]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = source.dataset.as
    button.addEventListener('click', () => copy(source.dataset.copy))
    source.after(button)
  }
}

addCopyButtons()
addEventListener('hashchange', reveal)
reveal()
`

/** The script as a policy names it: no other one runs. */
export const SCRIPT_HASH = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`
