import type { ConformingServers, Servers } from './server.fixture.ts'
import { type Answered, type Asked, type Call, SmallService } from './service.fixture.ts'

/** Refuses what it does not take, before it does anything else. */
function taking(status: number, isTaken: (asked: Asked) => boolean) {
  return class extends SmallService {
    override async answer(asked: Asked) {
      return isTaken(asked) ? super.answer(asked) : this.refuse(status)
    }
  }
}

const references = (status: number, pattern: RegExp) =>
  taking(status, ({ body }) => pattern.test(JSON.parse(body ?? '{}').partnerReference ?? 'AB:1'))
const headers = (status: number, name: string, pattern: RegExp) =>
  taking(status, (asked) => pattern.test(asked.headers[name] ?? ''))

/** Forms of a request that a service need not take. */
const FORMS: Servers = {
  'a reference has letters, digits, colons and hyphens (400)': references(400, /^[A-Za-z\d:-]+$/),
  'a reference is plain (422)': references(422, /^[\w:.~-]+$/),
  'a reference is of ASCII (422)': references(422, /^[\0-\x7f]+$/),
  'a reference has no plus (400)': references(400, /^[^+]+$/),
  'a reference has up to 64 characters (422)': references(422, /^.{1,64}$/u),
  'a reference has up to 50 characters (413)': references(413, /^.{1,50}$/u),
  'a reference has up to 32 characters (400)': references(400, /^.{1,32}$/u),
  'a reference is plain, and has up to 40 characters (422)': references(422, /^[\w:.~-]{1,40}$/),
  'a reference has up to 27 characters (400)': references(400, /^.{1,27}$/u),
  'a reference has up to 24 characters (400)': references(400, /^.{1,24}$/u),
  'a reference has no hyphen (400)': references(400, /^[A-Za-z\d:]+$/),
  'a reference is a prefix and a label, in 24 characters (422)': references(
    422,
    /^(?=.{1,24}$)[A-Z\d]+:[A-Za-z\d-]+$/,
  ),
  'a reference has no small letters (422)': references(422, /^[^a-z]+$/),
  'a reference has up to 20 capitals, digits and colons (400)': references(400, /^[A-Z\d:]{1,20}$/),
  'a reference is capitals and a number (422)': references(422, /^[A-Z]{2,12}:\d{1,18}$/),
  'a label has no capitals (422)': references(422, /^[A-Z]+:[a-z\d-]+$/),
  'a client must say what it is (403)': headers(403, 'user-agent', /./),
  'headers have up to 160 characters (431)': taking(
    431,
    (asked) => Object.entries(asked.headers).flat().join('').length <= 160,
  ),
}

/** Serves so many calls within so many milliseconds, and refuses the next ones. */
function inBursts(
  most: number,
  withinMs: number,
  refused: (endsAt: number, now: number) => Answered,
  isCounted = (_: Asked) => true,
) {
  return class extends SmallService {
    #burst = { at: 0, calls: 0 }
    override async answer(asked: Asked) {
      if (!isCounted(asked)) return super.answer(asked)
      const now = this.clock.now()
      if (now >= this.#burst.at + withinMs) this.#burst = { at: now, calls: 0 }
      this.#burst.calls += 1
      return this.#burst.calls > most ? refused(this.#burst.at + withinMs, now) : super.answer(asked)
    }
  }
}

const afterASecond = (status: number) => () => ({ status, headers: { 'retry-after': '1' } })

/** Answers callers without a valid key in another way. A ping is refused as usual. */
function strangersSee(answered: Answered) {
  return class extends SmallService {
    override async answer(asked: Asked) {
      const answer = await super.answer(asked)
      return answer?.status === 401 && asked.target !== '/ping' ? answered : answer
    }
  }
}

/** Servers that limit who calls, how often, and how a request is written. */
export const CONFORMING_LIMITS: ConformingServers = {
  kept: {
    ...FORMS,
    'a burst of six is one too many (429)': inBursts(5, 1000, afterASecond(429)),
    'a burst of six is one too many (403 with Retry-After)': inBursts(5, 1000, afterASecond(403)),
    'two purchases within a second are one too many': inBursts(
      1,
      1000,
      afterASecond(429),
      ({ method }) => method === 'POST',
    ),
    'ten calls within five seconds are served, until a date': inBursts(10, 5000, (endsAt, now) => {
      const [date, until] = [now, endsAt + 1000].map((ms) => new Date(ms).toUTCString())
      return { status: 429, headers: { date: `${date}`, 'retry-after': `${until}` } }
    }),
    'an address that is not allowed is cut off': class extends SmallService {
      override async answer(asked: Asked) {
        const answer = await super.answer(asked)
        return answer?.status === 403 ? null : answer
      }
    },
    'a caller without a valid key finds a service that fails': strangersSee({ status: 503 }),
    'a caller without a valid key is cut off': strangersSee(null),
  },
  'a client that accepts anything is refused': {
    'JSON must be accepted by name (406)': headers(406, 'accept', /json/),
  },
  'three wrong keys lock everybody out': {
    'three wrong keys lock an address out for a minute (403)': class extends SmallService {
      #wrong = 0
      #endsAt = 0
      override async answer(asked: Asked) {
        return this.clock.now() < this.#endsAt ? this.refuse(403) : super.answer(asked)
      }
      override accepts(key: string, call: Call) {
        const isAccepted = super.accepts(key, call)
        if (!isAccepted) this.#wrong += 1
        if (this.#wrong === 3) [this.#wrong, this.#endsAt] = [0, this.clock.now() + 60_000]
        return isAccepted
      }
    },
  },
}
