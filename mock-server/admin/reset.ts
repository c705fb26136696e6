import type { MockContext } from '../http/env.ts'
import { controlOf } from '../sandbox/control.ts'
import { adminBody } from './body.ts'
import { resetCommand } from './commands.ts'

/** `POST /__mock/reset`: resets the sandbox of one key. */
export async function resetKey(c: MockContext): Promise<Response> {
  const command = resetCommand.safeParse(await adminBody(c))
  if (!command.success) return c.json({ error: 'Send {"key": "pk_test_…"}.' }, 400)
  await controlOf(c.get('mock')).reset(command.data.key)
  return c.body(null, 204)
}
