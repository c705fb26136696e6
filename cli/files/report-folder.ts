/** Where a report goes that no other folder is named for. */
export const REPORT_FOLDER = 'partner-purchase-report'

/** The folder of the report; undefined for none, as `--no-report` asks. */
export function reportFolder({ report }: { readonly report?: string | false }): string | undefined {
  return report === false ? undefined : (report ?? REPORT_FOLDER)
}
