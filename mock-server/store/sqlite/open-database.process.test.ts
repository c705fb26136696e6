import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { purchaseOf } from '../conformance/opened-store.fixture.ts'
import { StoreError } from '../store.ts'
import { newFile } from './new-file.fixture.ts'
import { openDatabase } from './open-database.ts'
import { APPLICATION_ID, SCHEMA_VERSION } from './schema.ts'
import { sqliteStore } from './sqlite-store.ts'

function open(file: string): DatabaseSync {
  const database = openDatabase(file)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return database
}

/** What a file that can't be used is refused with; not one byte of it may change. */
function refusalOf(file: string): string {
  const before = readFileSync(file)
  const message = problemWith(file)
  expect(readFileSync(file).equals(before)).toBe(true)
  return message
}

function problemWith(file: string): string {
  try {
    open(file)
  } catch (cause) {
    expect(cause).toBeInstanceOf(StoreError)
    expect((cause as StoreError).message).toContain(file)
    return (cause as StoreError).message
  }
  throw new Error(`${file} was opened.`)
}

function foreign(pragmas: string): string {
  const file = newFile()
  const database = new DatabaseSync(file)
  database.exec(`${pragmas}; CREATE TABLE theirs (text TEXT); INSERT INTO theirs VALUES ('kept')`)
  database.close()
  return file
}

describe('a file', () => {
  test('is created if it does not exist, and marked as one of the kit', () => {
    const database = open(newFile())
    expect(database.prepare('PRAGMA application_id').get()).toEqual({ application_id: APPLICATION_ID })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: SCHEMA_VERSION })
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  })

  test('is accepted if it is empty', () => {
    const file = newFile()
    writeFileSync(file, '')
    expect(open(file).isOpen).toBe(true)
  })
})

describe('a file is refused, and left as it is', () => {
  test.each([SCHEMA_VERSION - 1, SCHEMA_VERSION + 1])('with version %s of the schema', (version) => {
    const file = newFile()
    const database = open(file)
    database.exec(`PRAGMA user_version = ${version}`)
    database.close()
    expect(refusalOf(file)).toContain(`has version ${version}, and this one knows ${SCHEMA_VERSION} alone`)
  })

  test.each(['', 'PRAGMA journal_mode = WAL', 'PRAGMA application_id = 7; PRAGMA user_version = 1'])(
    'that is a database of another program: %j',
    (pragmas) => {
      expect(refusalOf(foreign(pragmas))).toContain('of another program')
    },
  )

  test.each(['hello', 'x'.repeat(4096), `SQLite format 3\0${'x'.repeat(20)}`])(
    'that is no database: %#',
    (content) => {
      const file = newFile()
      writeFileSync(file, content)
      expect(refusalOf(file)).toContain('no SQLite database')
    },
  )
})

describe('a path is refused', () => {
  test('of a folder', () => {
    const folder = newFile()
    mkdirSync(folder)
    expect(problemWith(folder)).toContain('a folder')
  })

  test('into a folder that does not exist, or is a file', () => {
    expect(problemWith(`${newFile()}/orders.sqlite`)).toContain('there is no folder')
    const file = newFile()
    writeFileSync(file, '')
    expect(problemWith(`${file}/orders.sqlite`)).toContain('there is no folder')
  })

  test('of something that is not a file', () => {
    expect(problemWith('/dev/null')).toContain('no ordinary file')
  })
})

describe('a file that one process has open', () => {
  const SECOND = `
    const { openDatabase } = await import(${JSON.stringify(new URL('open-database.ts', import.meta.url).href)})
    try { openDatabase(process.argv[1]); console.log('opened') } catch (cause) { console.log(cause.message) }`

  function openElsewhere(file: string): string {
    const args = ['--input-type=module', '--eval', SECOND, file]
    return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout
  }

  test('is refused to another, until it is released', () => {
    const file = newFile()
    const database = open(file)
    expect(openElsewhere(file)).toContain(`${file}: another process holds it`)
    database.close()
    expect(openElsewhere(file)).toContain('opened')
    expect(open(file).isOpen).toBe(true)
  })

  test('is refused to a second store of the same process', () => {
    const file = newFile()
    open(file)
    expect(problemWith(file)).toContain('another process holds it')
  })
})

const PAGE_BYTES = 4096
/** The first page begins with the header, which tells what the file is. */
const HEADER_BYTES = 100
const FAILING = { processing: [{ forSeconds: 3, pollAfterSeconds: 1 }], settles: 'failure' } as const
const MINE = { sandbox: 'pk_test_me', openingBalance: 1_000_000 }

/** A file in which every table has a few pages. */
async function usedFile(): Promise<Buffer> {
  const file = newFile()
  const store = sqliteStore(file)
  await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      await store.placeOrder(MINE, purchaseOf(`TEST:${index}`, { price: 1, course: FAILING }))
      await store.countAttempt(MINE, `createOrder TEST:${index}`)
    }),
  )
  await store.close()
  return readFileSync(file)
}

test('any damaged page is reported in one sentence when the file is opened', async () => {
  const whole = await usedFile()
  const messages = new Set<string>()
  const pages = whole.length / PAGE_BYTES
  expect(pages).toBeGreaterThan(12)
  for (let page = 0; page < pages; page += 1) {
    const file = newFile()
    const from = page * PAGE_BYTES + (page === 0 ? HEADER_BYTES : 0)
    const damaged = Buffer.from(whole)
    randomBytes((page + 1) * PAGE_BYTES - from).copy(damaged, from)
    writeFileSync(file, damaged)
    messages.add(refusalOf(file).replace(file, 'FILE'))
  }
  expect([...messages]).toEqual([
    "Can't keep the store in FILE: it is damaged. Restore a copy, or use another file.",
  ])
})
