/** The anchor of a scenario. */
export function scenarioId(sku: string): string {
  return `scenario/${sku}`
}
