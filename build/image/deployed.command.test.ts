import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { callerOf, startMockHere } from '../../cli/mock/mock-process.fixture.ts'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'
import { COMPOSE, DOCKERFILE, imageOf, stagesOf } from './dockerfile.fixture.ts'

type Manifest = {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: never
} & {
  readonly stringData?: object
}

const MANIFESTS = parseAllDocuments(readFileSync(join(ROOT, 'deploy', 'kubernetes.yaml'), 'utf8')).map(
  (document) => document.toJS() as Manifest,
)
const IMAGE = imageOf(stagesOf(DOCKERFILE))
/** What a mock takes to end, at most, in seconds: docs/stores.md. */
const ENDS_WITHIN = 9

// biome-ignore lint/suspicious/noExplicitAny: a manifest is read where it is compared.
function specOf(kind: string): any {
  return MANIFESTS.find((manifest) => manifest.kind === kind)?.spec ?? expect.fail(`no ${kind}`)
}

test('the parts of kubernetes.yaml are about the same mock', () => {
  const { selector, template } = specOf('Deployment')
  const labels = { app: 'partner-purchase-mock' }
  expect(template.metadata.labels).toEqual(labels)
  expect([selector.matchLabels, specOf('Service').selector]).toEqual([labels, labels])
  expect(specOf('PodDisruptionBudget').selector.matchLabels).toEqual(labels)
  expect(specOf('NetworkPolicy').podSelector.matchLabels).toEqual(labels)
  expect(specOf('HorizontalPodAutoscaler').scaleTargetRef.name).toBe('partner-purchase-mock')
  const [mock] = template.spec.containers
  const secret = MANIFESTS.find(({ kind }) => kind === 'Secret')
  expect(mock.envFrom[0].secretRef.name).toBe(secret?.metadata.name)
  expect(Object.keys(secret?.stringData ?? {})).toEqual(['MOCK_ADMIN_TOKEN', 'PGPASSWORD'])
  expect(Object.values(secret?.stringData ?? {})).toEqual(['', ''])
  expect([specOf('Service').ports[0].targetPort, mock.ports[0].name]).toEqual(['http', 'http'])
  expect(mock.ports[0].containerPort).toBe(IMAGE.port)
  expect(`${template.spec.securityContext.runAsUser}:${template.spec.securityContext.runAsGroup}`).toBe(
    IMAGE.user,
  )
  const { terminationGracePeriodSeconds } = template.spec
  expect(terminationGracePeriodSeconds).toBeGreaterThan(mock.lifecycle.preStop.sleep.seconds + ENDS_WITHIN)
  const { minReplicas, maxReplicas } = specOf('HorizontalPodAutoscaler')
  expect(specOf('PodDisruptionBudget').minAvailable).toBeLessThan(minReplicas)
  const poolSize = Number(new URL(mock.args[mock.args.indexOf('--store') + 1]).searchParams.get('poolSize'))
  expect(maxReplicas * (poolSize + 1) + 2).toBeLessThan(100)
})

test('the mock of kubernetes.yaml starts by its arguments, and its probes are answered without a token', async (context) => {
  const [mock] = specOf('Deployment').template.spec.containers
  const [name, ...options] = mock.args
  const env = { MOCK_HOST: IMAGE.env.MOCK_HOST ?? '', MOCK_ADMIN_TOKEN: 'a-token-of-this-test' }
  const { url } = await startMockHere(context, [...options, '--store', 'memory'], { env })
  expect(name).toBe('mock')
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
    expect((await fetch(`${url}${mock[probe].httpGet.path}`)).status).toBe(200)
  expect((await fetch(`${url}/__mock/metrics`)).status).toBe(403)
  const headers = { 'Mock-Admin-Token': env.MOCK_ADMIN_TOKEN }
  expect((await fetch(`${url}/__mock/metrics`, { headers })).status).toBe(200)
})

test('the recipe for Testcontainers starts a mock by its arguments, and its key opens its sandbox', async (context) => {
  const docs = readFileSync(join(ROOT, 'docs', 'docker.md'), 'utf8')
  const [, recipe = ''] = /```js\n(import \{ GenericContainer[\s\S]*?)```/.exec(docs) ?? []
  let [command, path]: [string[], string] = [[], '']
  class GenericContainer {
    withCommand(words: string[]) {
      command = words
      return this
    }
    withExposedPorts(port: number) {
      expect(port).toBe(IMAGE.port)
      return this
    }
    withWaitStrategy(waited: string) {
      path = waited
      return this
    }
    async start() {
      const env = { MOCK_HOST: IMAGE.env.MOCK_HOST ?? '' }
      const { url } = await startMockHere(context, command.slice(1), { env })
      expect((await fetch(url + path)).status).toBe(200)
      const { hostname, port } = new URL(url)
      return { getHost: () => hostname, getMappedPort: () => port }
    }
  }
  const Wait = { forHttp: (waited: string) => waited }
  const body = `${recipe.replace(/^import.*\n/, '')}\nreturn { url, key }`
  const AsyncFunction = (async () => {}).constructor as new (
    ...text: string[]
  ) => (container: unknown, wait: unknown) => Promise<{ url: string; key: string }>
  const { url, key } = await new AsyncFunction('GenericContainer', 'Wait', body)(GenericContainer, Wait)
  const headers = { Authorization: `Bearer ${key}` }
  expect((await fetch(`${url}/__mock/journal`, { headers })).status).toBe(200)
})

test('the mocks of compose.yaml start by their command, and listen for other containers', async (context) => {
  const [name, ...options] = COMPOSE.mock.command
  const { MOCK_HOST = '' } = imageOf(stagesOf(DOCKERFILE)).env
  const { url, output } = await startMockHere(context, [...options, '--store', 'memory'], {
    env: { MOCK_HOST },
  })
  expect(name).toBe('mock')
  // Only a mock that others can reach makes a token.
  expect(output.stdout).toContain('"adminToken"')
  const ping = await callerOf(url, 'pk_test_compose').json('/ping')
  expect(ping).toEqual({ data: { status: 'ok', mode: 'TEST' } })
})

test('the health check of the image says that a mock is healthy, and that it has ended', async (context) => {
  const [, ...options] = IMAGE.cmd
  const { url, child, ended } = await startMockHere(context, options)
  const [, ...words] = IMAGE.health.command
  const at = words.map((word) => word.replace(String(IMAGE.port), new URL(url).port))
  const check = () => promisify(execFile)(process.execPath, at)
  await check()
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  await expect(check()).rejects.toMatchObject({ code: 1 })
})
