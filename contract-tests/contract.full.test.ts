import { existsSync, readFileSync } from 'node:fs'
import * as vitest from 'vitest'
import { PROFILE_FILE } from '../cli/files/files.ts'
import { baseUrlOf, blockedKeyFromEnvironment, proxyFor, requiredKey } from '../cli/target/target-options.ts'
import { parseProfile } from '../contract/profile/parse-profile.ts'
import { ALLOWLISTED_PARTNER } from '../fixtures/partners.ts'
import { serve } from '../mock-server/serve.ts'
import { newRunId, type TargetOptions } from './target/target.ts'
import { contractSuite } from './test-runner.ts'

const REMEDY = 'Put the TEST key of that service in it, or unset SERVICE_BASE_URL to test the mock.'

// The suite as an integrator would import it, over a real socket and in real time. Only `npm run test:contract` reads
// the environment, so that `npm run test:full` never buys anything outside this process.
const { MODE, SERVICE_BASE_URL } = process.env
contractSuite(MODE === 'contract' && SERVICE_BASE_URL ? service(SERVICE_BASE_URL) : await mock(), vitest)

/** The service that the environment names, read as the command line reads it. */
function service(address: string): TargetOptions {
  const baseUrl = baseUrlOf(address, {}, 'SERVICE_BASE_URL')
  const notAllowedKey = blockedKeyFromEnvironment(process.env)
  const profile = existsSync(PROFILE_FILE) ? readFileSync(PROFILE_FILE, 'utf8') : '{}'
  return {
    baseUrl,
    proxy: proxyFor(baseUrl, process.env),
    apiKey: requiredKey(process.env, REMEDY),
    ...(notAllowedKey !== undefined && { notAllowedKey }),
    profile: parseProfile(profile, PROFILE_FILE),
  }
}

async function mock(): Promise<TargetOptions> {
  const { url, close } = await serve()
  vitest.afterAll(() => close())
  return { baseUrl: url, apiKey: `pk_test_${newRunId()}`, notAllowedKey: ALLOWLISTED_PARTNER.key }
}
