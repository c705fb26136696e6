import { z } from 'zod'
import { isTestKey } from '../../contract/auth.ts'
import { controlOf } from '../control.ts'
import type { MockContext } from '../env.ts'
import { adminBody } from './body.ts'

const resetCommand = z.strictObject({ key: z.string().refine(isTestKey) })

/** `POST /__mock/reset`: gives one key back what it began with. */
export async function resetKey(c: MockContext): Promise<Response> {
  const command = resetCommand.safeParse(await adminBody(c))
  if (!command.success) return c.json({ error: 'Send {"key": "pk_test_…"}.' }, 400)
  await controlOf(c.get('mock')).reset(command.data.key)
  return c.body(null, 204)
}
