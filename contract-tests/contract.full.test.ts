import { existsSync, readFileSync } from 'node:fs'
import * as vitest from 'vitest'
import { ALLOWLISTED_PARTNER } from '../fixtures/partners.ts'
import { serve } from '../mock-server/serve.ts'
import { environmentTarget, PROFILE_FILE } from './environment-target.fixture.ts'
import { newRunId, type TargetOptions } from './run/target.ts'
import { contractSuite } from './suite.ts'

// The suite as an integrator would import it, over a real socket and in real time. Only `npm run test:contract` reads the
// environment: `npm run test:full` never buys anything outside this process.
const isAsked = process.env.MODE === 'contract'
contractSuite((isAsked ? environmentTarget(process.env, readProfile()) : undefined) ?? (await mock()), vitest)

function readProfile(): string | undefined {
  return existsSync(PROFILE_FILE) ? readFileSync(PROFILE_FILE, 'utf8') : undefined
}

async function mock(): Promise<TargetOptions> {
  const { url, close } = await serve()
  vitest.afterAll(() => close())
  return { baseUrl: url, apiKey: `pk_test_${newRunId()}`, notAllowedKey: ALLOWLISTED_PARTNER.key }
}
