/** An OpenAPI document of the kit, as types of others for OpenAPI 3.1 and 3.2 accept it. */
export type OpenApiDocument = {
  readonly openapi: '3.1.0' | '3.2.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: {
    readonly url: string
    readonly description: string
    readonly variables: Readonly<Record<string, { readonly default: string }>>
  }[]
  readonly security: Record<string, string[]>[]
  readonly tags: { readonly name: string; readonly description: string }[]
  /** By path, and then by method. */
  readonly paths: Readonly<Record<string, { readonly [Method in HttpMethod]?: OpenApiOperation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, OpenApiResponse>>
    readonly securitySchemes: Readonly<
      Record<string, { readonly type: 'http' | 'apiKey'; readonly description: string }>
    >
  }
}

/** A schema of JSON Schema 2020-12, or a reference to one. */
type Schema = { readonly description?: string }
type Example = { readonly summary?: string; readonly value?: unknown }
type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'query'

/** One call of the API. */
export type OpenApiOperation = {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: string[]
  readonly parameters?: { readonly name: string; readonly in: 'path' | 'query'; readonly required: true }[]
  readonly requestBody?: {
    readonly required: true
    readonly content: Record<string, { readonly schema: Schema }>
  }
  /** By status, `2XX` or `default`. */
  readonly responses: Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>
}

/** What answers a call. */
export type OpenApiResponse = {
  readonly description: string
  readonly content?: Record<string, { readonly schema: Schema; readonly examples?: Record<string, Example> }>
}

/** An Arazzo document of the kit. */
export type ArazzoDocument = {
  readonly arazzo: '1.0.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly sourceDescriptions: readonly {
    readonly name: string
    readonly url: string
    readonly type: 'openapi'
  }[]
  readonly workflows: readonly {
    readonly workflowId: string
    readonly summary: string
    readonly description: string
    readonly inputs: object
    readonly steps: readonly { readonly stepId: string; readonly description: string }[]
  }[]
  readonly components: { readonly parameters: Readonly<Record<string, object>> }
}
