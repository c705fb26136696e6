/** What makes the documents of the contract. */
export type ContractDocuments = Awaited<ReturnType<typeof loadDocuments>>

/** Loads what makes the documents of the contract: a mock that listens does so when it is first asked for one. */
export async function loadDocuments() {
  const [openApi, arazzo, calls, page] = await Promise.all([
    import('../openapi/openapi-document.ts'),
    import('../openapi/arazzo-document.ts'),
    import('../openapi/http-file.ts'),
    import('../openapi/page/docs-page.ts'),
  ])
  return { ...openApi, ...arazzo, ...calls, ...page }
}
