/** What the expressions of an action read: `inputs.client` is in `inputs`, `steps.run.outputs.report` in `steps`. */
export type Contexts = {
  readonly inputs: Readonly<Record<string, string>>
  readonly github: Readonly<Record<string, string>>
  readonly steps: Readonly<Record<string, { readonly outputs: Readonly<Record<string, string>> }>>
}

const EXPRESSION = /\$\{\{(.*?)\}\}/g
const OPERAND = String.raw`('(?:[^']|'')*'|[\w.-]+)`
const COMPARISON = new RegExp(String.raw`^${OPERAND}\s*(==|!=)\s*${OPERAND}$`)

/** The text of a setting, with the value of each of its expressions. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replaceAll(EXPRESSION, (_, expression: string) => String(evaluate(expression.trim(), contexts)))
}

/** Whether the condition of a step holds. As on a runner, a condition needs no `${{ }}`. */
export function holds(condition: string, contexts: Contexts): boolean {
  return evaluate(condition.replace(/^\$\{\{(.*)\}\}$/, '$1').trim(), contexts) === true
}

/** Of the language of expressions, what action.yml uses: a value, and two values compared. */
function evaluate(expression: string, contexts: Contexts): string | boolean {
  const [, left, operator, right] = COMPARISON.exec(expression) ?? []
  if (left === undefined || right === undefined) return read(expression, contexts)
  return (read(left, contexts) === read(right, contexts)) === (operator === '==')
}

function read(operand: string, contexts: Contexts): string {
  if (operand.startsWith("'")) return operand.slice(1, -1).replaceAll("''", "'")
  let value: unknown = contexts
  for (const name of operand.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  // A runner reads what is not there as an empty text; an expression of another form would be a mistake here.
  if (value === undefined && /^(?:inputs|github|steps)\.[\w.-]+$/.test(operand)) return ''
  if (typeof value !== 'string') throw new Error(`This evaluator can not read the expression "${operand}".`)
  return value
}
