import { createHash } from 'node:crypto'

/**
 * What the page does besides being read: it filters, finds, copies, and opens what a link leads to. Without it all of
 * the page is there; what only works with it is made or shown by it.
 */
export const SCRIPT = `'use strict'
const all = (selector, from = document) => [...from.querySelectorAll(selector)]
const say = (text) => { document.querySelector('#said').textContent = text }

function reveal() {
  let id = location.hash.slice(1)
  try { id = decodeURIComponent(id) } catch {}
  const target = id === '' ? null : document.getElementById(id)
  if (target === null) return
  for (let one = target; one !== null; one = one.parentElement) {
    if (one.tagName === 'DETAILS') one.open = true
    one.hidden = false
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
  say('Copied.')
}

function addCopyButtons() {
  for (const source of all('[data-copy]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = source.dataset.as
    button.addEventListener('click', () => copy(source.dataset.copy))
    source.after(button)
  }
}

function filterBy(shown, word) {
  const names = (one) => one.dataset.name.toLowerCase().includes(word)
  for (const row of all('[data-name]')) row.hidden = !names(row)
  const items = all('[data-is]')
  for (const item of items) {
    const isShown = shown === 'all' || item.dataset.is.split(' ').includes(shown)
    const isNamed = word === '' || [item, ...all('[data-name]', item)].some((one) => 'name' in one.dataset && names(one))
    item.hidden = !(isShown && isNamed)
  }
  for (const section of all('main > section')) {
    const own = items.filter((item) => section.contains(item))
    section.hidden = own.length > 0 && own.every((item) => item.hidden)
  }
  say('Shows ' + items.filter((item) => !item.hidden).length + ' of ' + items.length + ' clauses and scenarios.')
}

function startFilter(controls) {
  const buttons = all('button', controls)
  const input = controls.querySelector('input')
  const apply = () => filterBy(buttons.find((one) => one.ariaPressed === 'true').value, input.value.trim().toLowerCase())
  for (const button of buttons) button.addEventListener('click', () => {
    for (const other of buttons) other.ariaPressed = String(other === button)
    apply()
  })
  input.addEventListener('input', apply)
  controls.addEventListener('submit', (event) => event.preventDefault())
  controls.hidden = false
}

const controls = document.querySelector('.controls')
if (controls !== null) startFilter(controls)
addCopyButtons()
addEventListener('hashchange', reveal)
reveal()
`

/** The script as a policy names it: no other one runs. */
export const SCRIPT_HASH = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`
