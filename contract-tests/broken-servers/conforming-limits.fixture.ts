import type { ConformingServers, Servers } from './server.fixture.ts'
import { type Answered, type Asked, type Call, SmallService } from './service.fixture.ts'

/** Refuses other requests than those for which `isTaken`, before it does anything else. */
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

/** Limits on the form of a request, which a service may have. */
const FORMS: Servers = {
  'a reference may have only letters, digits, colons and hyphens (400)': references(400, /^[A-Za-z\d:-]+$/),
  'a reference may have only unreserved characters and colons (422)': references(422, /^[\w:.~-]+$/),
  'a reference may have only ASCII characters (422)': references(422, /^[\0-\x7f]+$/),
  'a reference may have no plus (400)': references(400, /^[^+]+$/),
  'a reference may have up to 64 characters (422)': references(422, /^.{1,64}$/u),
  'a reference may have up to 50 characters (413)': references(413, /^.{1,50}$/u),
  'a reference may have up to 32 characters (400)': references(400, /^.{1,32}$/u),
  'a reference may have up to 40 unreserved characters and colons (422)': references(422, /^[\w:.~-]{1,40}$/),
  'a reference may have up to 27 characters (400)': references(400, /^.{1,27}$/u),
  'a reference may have up to 24 characters (400)': references(400, /^.{1,24}$/u),
  'a reference may have only letters, digits and colons (400)': references(400, /^[A-Za-z\d:]+$/),
  'a reference must be a prefix and a label in up to 24 characters (422)': references(
    422,
    /^(?=.{1,24}$)[A-Z\d]+:[A-Za-z\d-]+$/,
  ),
  'a reference may have no small letters (422)': references(422, /^[^a-z]+$/),
  'a reference may have up to 20 capitals, digits and colons (400)': references(400, /^[A-Z\d:]{1,20}$/),
  'a reference must be capitals, a colon and a number (422)': references(422, /^[A-Z]{2,12}:\d{1,18}$/),
  'a label may have no capitals (422)': references(422, /^[A-Z]+:[a-z\d-]+$/),
  'a client must send a User-Agent (403)': headers(403, 'user-agent', /./),
  'headers may have up to 160 characters (431)': taking(
    431,
    (asked) => Object.entries(asked.headers).flat().join('').length <= 160,
  ),
}

/** Serves a limited number of calls within each window, and refuses the rest. */
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

/** Answers callers without a valid key with this answer. Their ping is refused as usual. */
function strangersSee(answered: Answered) {
  return class extends SmallService {
    override async answer(asked: Asked) {
      const answer = await super.answer(asked)
      return answer?.status === 401 && asked.target !== '/ping' ? answered : answer
    }
  }
}

/** Servers that limit who may call, how often, and in which form. */
export const CONFORMING_LIMITS: ConformingServers = {
  kept: {
    ...FORMS,
    'the sixth call within a second is refused (429)': inBursts(5, 1000, afterASecond(429)),
    'the sixth call within a second is refused (403 with Retry-After)': inBursts(5, 1000, afterASecond(403)),
    'the second purchase within a second is refused': inBursts(
      1,
      1000,
      afterASecond(429),
      ({ method }) => method === 'POST',
    ),
    'the eleventh call within five seconds is refused until a date': inBursts(10, 5000, (endsAt, now) => {
      const [date, until] = [now, endsAt + 1000].map((ms) => new Date(ms).toUTCString())
      return { status: 429, headers: { date: `${date}`, 'retry-after': `${until}` } }
    }),
    'the connection of an address that is not allowed is closed': class extends SmallService {
      override async answer(asked: Asked) {
        const answer = await super.answer(asked)
        return answer?.status === 403 ? null : answer
      }
    },
    'a caller without a valid key gets a 503': strangersSee({ status: 503 }),
    'the connection of a caller without a valid key is closed': strangersSee(null),
  },
  'a client must accept JSON by name': {
    'a client must accept JSON by name (406)': headers(406, 'accept', /json/),
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
