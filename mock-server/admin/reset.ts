import type { MockContext } from '../http/env.ts'
import { controlOf } from '../sandbox/control.ts'
import { adminBody } from './body.ts'
import { resetCommand } from './commands.ts'
import { sandboxAsked } from './sandbox-asked.ts'

/** `POST /__mock/reset`: resets the sandbox of one key. */
export async function resetKey(c: MockContext): Promise<Response> {
  const command = resetCommand.safeParse(await adminBody(c))
  if (!command.success) return c.json({ error: 'Send {"key": "pk_test_…"}.' }, 400)
  const sandbox = await sandboxAsked(c, command.data.key)
  if (sandbox instanceof Response) return sandbox
  await controlOf(c.get('mock')).reset(sandbox)
  return c.body(null, 204)
}
