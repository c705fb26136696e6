/** What the page knows of its mock before it has asked anything. The mock writes it into the page. */
export type PageFacts = {
  /** Where the API is, without a slash at its end. */
  readonly baseUrl: string
  /** The header that carries the key, and its value with `{key}` in it. */
  readonly auth: { readonly header: string; readonly format: string }
}
