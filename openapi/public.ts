/** The contract in the formats of others, as a package entry: `partner-purchase-kit/openapi`. */
export { arazzoDocument } from './arazzo-document.ts'
export type { ArazzoDocument, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './documents.ts'
export { httpFile } from './http-file.ts'
export { openApiDocument } from './openapi-document.ts'
