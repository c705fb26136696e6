import Ajv from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { OTHER_PROFILE } from '../contract/testing/other-profile.fixture.ts'
import { profileJsonSchema } from './profile-schema.ts'

const validate = new Ajv.default().compile(profileJsonSchema())

test.each([
  ['an empty one', {}],
  ['the defaults', DEFAULT_PROFILE],
  ['one that differs everywhere', { $schema: './node_modules/…', ...OTHER_PROFILE }],
])('%s fits the schema of a profile', (_, profile) => {
  expect(validate(profile), JSON.stringify(validate.errors)).toBe(true)
})

test.each([
  ['an unknown key', { state: {} }],
  ['an unknown key of a section', { errors: { notfound: 404 } }],
  ['a wrong type', { limits: { bodyBytes: '1' } }],
])('%s does not', (_, profile) => {
  expect(validate(profile)).toBe(false)
})

test('each key says its default, and what the reference does not show', () => {
  expect(profileJsonSchema()).toMatchObject({
    properties: {
      lookup: {
        description: expect.stringContaining('path and method of the lookup'),
        properties: { method: { default: 'GET' } },
      },
    },
  })
})
