import type { ApiDocument } from './api-document.ts'
import { DocumentError } from './document-error.ts'

/**
 * The version of the format that a document is written in, such as `OpenAPI 3.1.0`.
 *
 * @throws {DocumentError} for another format or version.
 */
export function versionOf(api: ApiDocument): string {
  const [openapi, swagger] = ['openapi', 'swagger'].map((name) => api.child(api.root, name)?.value)
  const { file } = api.root
  if (openapi === undefined && swagger === undefined)
    throw new DocumentError(
      `${file}: found neither "openapi" nor "swagger" at its top. Name an OpenAPI document, of 3.0 to 3.2, or Swagger 2.0.`,
    )
  if (openapi === undefined && /^2(?:\.0)?$/.test(String(swagger))) return 'Swagger 2.0'
  if (/^3\.[012](?:\.|$)/.test(String(openapi))) return `OpenAPI ${String(openapi)}`
  throw new DocumentError(
    `${file}#/${openapi === undefined ? 'swagger' : 'openapi'}: found ${JSON.stringify(openapi ?? swagger)}, expected OpenAPI 3.0 to 3.2, or Swagger 2.0. Convert the document.`,
  )
}

/** The base addresses that a document names, without a slash at their end; variables have their defaults. */
export function baseAddresses(api: ApiDocument): readonly string[] {
  const text = (name: string) => api.text(api.root, name) ?? ''
  const urls = api
    .members(api.child(api.root, 'servers'))
    .map(([, server]) =>
      (api.text(server, 'url') ?? '').replaceAll(/\{([^{}]*)\}/g, (written, name: string) =>
        String(api.child(server, 'variables', name, 'default')?.value ?? written),
      ),
    )
  if (text('host') !== '') {
    const scheme = api.members(api.child(api.root, 'schemes'))[0]?.[1].value ?? 'https'
    urls.push(`${String(scheme)}://${text('host')}${text('basePath')}`)
  } else if (text('basePath') !== '') urls.push(text('basePath'))
  return urls.map((url) => url.replace(/\/+$/, '')).filter((url) => url !== '')
}
