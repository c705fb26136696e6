import * as z from 'zod'
import { deliveryOutcome, exchangeSchema, orderEffect } from '../wire/exchange.ts'
import { COMMIT_POINTS, FAULT_KINDS } from '../wire/fault.ts'
import { OPERATION_IDS } from '../wire/operations.ts'
import { startFailureSchema } from './start-failure.ts'
import { exitSchema, outputSchema, profileFactsSchema, subjectSchema } from './subject.ts'
import { VERDICTS } from './verdict.ts'

const verdict = z.enum(VERDICTS)

/** The advice for a broken clause: in plain words, for the developer who fixes the client, or the service. */
const lessonSchema = z.strictObject({
  /** The damage that it did, or would do, to money or to the service. */
  consequence: z.string(),
  /** The usual cause. */
  cause: z.string(),
  /** The smallest change that fixes it. */
  remedy: z.string(),
  /** Of a client: the file of the kit that shows it done right, and its section. */
  see: z.string().optional(),
  /** The command that runs this again: the scenario of a client, or the clause of a service, alone. */
  command: z.string(),
})

/** One check of a clause, with the exchanges that decided it. */
const checkSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  verdict,
  /** Why it is not kept: what was expected, what was found. */
  message: z.string().nullable(),
  /** Of a broken check; null for any other, and where no advice is known. */
  lesson: lessonSchema.nullable(),
  /** The gaps whose assumed answers the verdict depends on: if one of them differs, the verdict may differ. */
  restsOn: z.array(z.string()),
  evidence: z.array(exchangeSchema),
  /** How long the scenario of a certification took; omitted in any other run. */
  durationMs: z.number().nonnegative().optional(),
})

/** Why a clause that is not kept does not count against the run: the reason of a baseline entry. */
const excuse = z.string().nullable()

/** A clause with its verdict and the checks that gave it. */
const clauseReportSchema = z.strictObject({
  id: z.string(),
  binds: z.enum(['server', 'client']),
  level: z.enum(['must', 'should']),
  section: z.string(),
  text: z.string(),
  verdict,
  /** For a clause that is out of reach: what the kit needs to check it. Null for any other. */
  needs: z.string().nullable(),
  excused: excuse,
  checks: z.array(checkSchema),
})

/** An answer of the profile to a gap, compared with what was seen. */
const assumptionReportSchema = z.strictObject({
  gap: z.string(),
  profileKey: z.string(),
  provenance: z.enum(['assumed', 'observed', 'confirmed']),
  verdict: z.enum(['holds', 'differs', 'not-observed']),
  /** What was found instead, or why nothing was. */
  message: z.string().nullable(),
})

/** An entry of the baseline, and whether it is still correct. Only an applied entry excuses a clause. */
const baselineReportSchema = z.strictObject({
  clause: z.string(),
  verdict: z.enum(['broken', 'not-observed']),
  reason: z.string(),
  /** An ISO date: the last day on which the entry excuses. */
  expires: z.iso.date(),
  state: z.enum(['applied', 'stale', 'expired']),
})

/** A remark that belongs to no clause. No verdict counts it. */
const remarkSchema = z.strictObject({
  /** Stable, in kebab case. */
  id: z.string(),
  message: z.string(),
  /** The SKU of the scenario that it was seen in; null when it belongs to no scenario. */
  scenario: z.string().nullable(),
})

/** How many purchases a run may send at most, and how many it sent; replays and retries count, too. */
const budgetReportSchema = z.strictObject({
  limit: z.int().nonnegative(),
  sent: z.int().nonnegative(),
})

/** One request of a client and its result, as an entry of a timeline. Milliseconds since the scenario began. */
const timelineEntrySchema = z.strictObject({
  seq: z.int().nonnegative(),
  arrivedMs: z.number(),
  /** When its answer was decided, delivered or lost; null when that never happened. */
  answeredMs: z.number().nullable(),
  deliveredMs: z.number().nullable(),
  delivery: deliveryOutcome.nullable(),
  method: z.string(),
  target: z.string(),
  operation: z.enum(OPERATION_IDS).nullable(),
  httpStatus: z.int().nullable(),
  fault: z.strictObject({ at: z.enum(COMMIT_POINTS), does: z.enum(FAULT_KINDS) }).nullable(),
  partnerReference: z.string().nullable(),
  effect: orderEffect.nullable(),
  /** What the summary in the answer said. */
  orderStatus: z.string().nullable(),
  pollAfterSeconds: z.number().nullable(),
  /** The earliest moment at which this request was allowed, where it had to wait for one. */
  allowedFromMs: z.number().nullable(),
  /** The clauses that this request breaks. */
  breaks: z.array(z.string()),
})

/** One scenario, as a client went through it. */
const scenarioReportSchema = z.strictObject({
  sku: z.string(),
  /** The SKU of its card, as the client saw it; omitted where that is the same. */
  card: z.string().optional(),
  name: z.string(),
  story: z.string(),
  /** How many cards were to be bought; omitted for one. */
  purchases: z.int().positive().optional(),
  outcome: z.enum(['kept', 'broken', 'incomplete']),
  clauses: z.record(z.string(), verdict),
  durationMs: z.number().nonnegative(),
  /** Null where the client was not started by the kit. */
  exit: exitSchema.nullable(),
  /** As money, such as `150.00 USD`, whatever the profile's format. */
  balance: z.strictObject({ before: z.string(), after: z.string() }),
  timeline: z.array(timelineEntrySchema),
  /** How many requests the timeline leaves out. */
  omitted: z.int().nonnegative(),
  /** What the client wrote; omitted when the kit did not start it. */
  output: outputSchema.optional(),
})

/** The one source of every rendering of a run: `report.json`. It holds no key. */
export const reportSchema = z.strictObject({
  schema: z.literal('partner-purchase/report@1'),
  kind: z.enum(['verify', 'certify']),
  reference: z.string(),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  target: z.strictObject({ baseUrl: z.string(), mode: z.string().nullable() }),
  startedAt: z.iso.datetime(),
  durationMs: z.number().nonnegative(),
  outcome: z.enum(['kept', 'broken', 'incomplete', 'refused', 'unreachable', 'harness-fault']),
  /** Why the run has no verdict, when it has none. */
  message: z.string().nullable(),
  clauses: z.array(clauseReportSchema),
  assumptions: z.array(assumptionReportSchema),
  remarks: z.array(remarkSchema),
  baseline: z.array(baselineReportSchema),
  /** Null where nothing was bought by the kit itself. */
  purchases: budgetReportSchema.nullable(),
  /** Of a certification; null for any other run. */
  scenarios: z.array(scenarioReportSchema).nullable(),
  /** The digest of a certification: over the recording and the rules. */
  seal: z.strictObject({ rules: z.string(), digest: z.string() }).nullable(),
  /** Of a certification; omitted in any other run. */
  subject: subjectSchema.optional(),
  profile: profileFactsSchema.optional(),
  /** The scenarios of a certification: a digest over them, and whether all built-in ones are among them, as they are. */
  scenarioTable: z.strictObject({ digest: z.string(), builtIn: z.boolean() }).optional(),
  /** The text that the operator gave out for this run. */
  challenge: z.string().optional(),
  /** What a certification did not have the client go through; omitted in any other run, and by older kits. */
  notTried: z.array(z.enum(['crash-and-restart'])).optional(),
  /** Whether a key may be issued, where `judge` was asked. */
  decision: z
    .strictObject({
      issue: z.enum(['yes', 'no']),
      /** Why not; empty where it may. */
      because: z.array(z.string()),
    })
    .optional(),
  /** Of a certification in which no scenario came as far as its purchase; omitted in any other run. */
  startFailure: startFailureSchema.optional(),
})

/** The label of the reference that reports judge by (§9.1). */
export const REFERENCE_VERSION = '1.0.1'

/** A report, as {@link reportSchema} describes it. */
export type Report = z.infer<typeof reportSchema>
/** One check of a clause in a report. */
export type CheckReport = z.infer<typeof checkSchema>
export type Remark = z.infer<typeof remarkSchema>
export type Lesson = z.infer<typeof lessonSchema>
export type ScenarioReport = z.infer<typeof scenarioReportSchema>
export type ClientOutput = z.infer<typeof outputSchema>
export type TimelineEntry = z.infer<typeof timelineEntrySchema>
export type Exit = z.infer<typeof exitSchema>
/** A clause in a report. */
export type ClauseReport = z.infer<typeof clauseReportSchema>
export type BaselineReport = z.infer<typeof baselineReportSchema>
/** An assumption of the profile in a report. */
export type AssumptionReport = z.infer<typeof assumptionReportSchema>
