/** The contract in the formats of others, as a package entry: `partner-purchase-kit/openapi`. */
export { type ArazzoDocument, arazzoDocument } from './arazzo-document.ts'
export { httpFile } from './http-file.ts'
export { type OpenApiDocument, openApiDocument } from './openapi-document.ts'
export type { OpenApiOperation } from './parts/operations.ts'
export type { OpenApiResponse } from './parts/refusals.ts'
