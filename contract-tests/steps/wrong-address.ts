import { catalogue, firstBalance, ping } from './reading.ts'
import { step } from './step.ts'

/**
 * Why the base address seems to be none of the API, as a paragraph: every documented read is answered 404. Undefined where
 * one is found, or is refused in another way: then the checks say what is wrong.
 */
export const wrongAddress = step(async (session): Promise<string | undefined> => {
  const first = await ping(session)
  if (first.status !== 404) return undefined
  const answers = [first, await catalogue(session), (await firstBalance(session)).answer]
  if (answers.some(({ status }) => status !== 404)) return undefined
  const calls = answers.map(({ exchange }) => `${exchange.request.method} ${exchange.request.target}`)
  return `Nothing of the API was found at ${session.target.baseUrl}: ${calls.join(', ')} were each answered 404. The base address may lack a part of its path, or have one too many: check --base-url. Nothing was bought.`
})
