import { KEY_HEADERS } from '../../../../contract/wire/auth.ts'
import type { ApiDocument, Node } from './api-document.ts'
import { type ApiOperation, type Parameter, parametersOf } from './api-operation.ts'

/** What a document asks of the callers of an operation. */
type Security = {
  readonly node: Node
  /** Any of these is enough, and each needs all of its schemes, by their names. */
  readonly alternatives: readonly (readonly string[])[]
}

/** The security of an operation, or else that of the whole document; undefined if neither says anything. */
export function securityOf(api: ApiDocument, { node }: ApiOperation): Security | undefined {
  const listed = api.child(node, 'security') ?? api.child(api.root, 'security')
  if (listed === undefined) return undefined
  const alternatives = api.members(listed).map(([, one]) => api.members(one).map(([name]) => name))
  return { node: listed, alternatives }
}

/** A security scheme by its name. */
export function schemeOf(api: ApiDocument, name: string): Node | undefined {
  return (
    api.child(api.root, 'components', 'securitySchemes', name) ??
    api.child(api.root, 'securityDefinitions', name)
  )
}

/** The header parameters of an operation that carry a key, by their names. */
export function keyParametersOf(api: ApiDocument, operation: ApiOperation): readonly Parameter[] {
  return parametersOf(api, operation).filter(
    ({ name, place }) => place === 'header' && KEY_HEADERS.includes(name.toLowerCase()),
  )
}
