import type { Io } from '../io.ts'

/** The text of a command to a runner of GitHub Actions: all of it is data. */
export function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** A property of a command to a runner of GitHub Actions. */
export function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** An error about the run as a whole. */
export function errorAnnotation(text: string): string {
  return `::error title=partner-purchase::${escapedData(text)}`
}

/** Annotates a workflow of GitHub Actions with the reason why a command line was refused. Does nothing elsewhere. */
export function annotateRefusal(text: string, { env, stderr }: Pick<Io, 'env' | 'stderr'>): void {
  if (env.GITHUB_ACTIONS === 'true') stderr.write(`${errorAnnotation(text)}\n`)
}
