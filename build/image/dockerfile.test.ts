import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'
import { COMPOSE, DOCKERFILE, imageOf, stagesOf } from './dockerfile.fixture.ts'

const { name, version, description, license, devDependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
)
const STAGES = stagesOf(DOCKERFILE)
const IMAGE = imageOf(STAGES)

describe('the image', () => {
  test('has the Node that the tests run by', () => {
    expect(STAGES[0]).toMatchObject({ name: 'base', base: `node:${devDependencies.node}-slim` })
    expect(STAGES.slice(1).map(({ base }) => base)).toEqual(['base', 'scratch', 'base', 'base'])
  })

  test('is labelled as the package is', () => {
    expect(IMAGE.labels).toEqual({
      'org.opencontainers.image.title': name,
      'org.opencontainers.image.description': description,
      'org.opencontainers.image.licenses': license,
    })
  })

  test('runs as a user who is not root, and whom Kubernetes can tell from root', () => {
    expect(IMAGE.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  test('starts Node, and checks its health, without a shell', () => {
    expect([IMAGE.entrypoint[0], IMAGE.health.command[0]]).toEqual(['node', 'node'])
  })

  test('is checked where it listens', () => {
    expect(IMAGE.cmd).toEqual(['mock'])
    expect(IMAGE.health.command.join(' ')).toContain(`'http://127.0.0.1:${IMAGE.port}/__mock/health'`)
  })
})

describe('compose.yaml', () => {
  test('has mocks of the image of this version, made from this checkout', () => {
    expect(COMPOSE.mock).toMatchObject({ image: `${name}:${version}`, build: '..' })
  })

  test('leaves the health check to the image, and calls the mocks where they listen', () => {
    expect(COMPOSE.mock).not.toHaveProperty('healthcheck')
    const servers = COMPOSE.text.match(/^ +server mock-\d mock-\d:\d+$/gm) ?? []
    expect(servers.length).toBeGreaterThan(0)
    expect(servers.filter((server) => !server.endsWith(`:${IMAGE.port}`))).toEqual([])
  })
})
