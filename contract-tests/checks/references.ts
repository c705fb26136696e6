import { Broken, type Call, described, mustHaveSummary, OutOfReach, says } from '../answers.ts'
import { costsAll } from '../costs.ts'
import { follow } from '../follow.ts'
import type { Order } from '../order.ts'
import type { Service } from '../service.ts'
import { mustBeFirst } from '../shop.ts'
import type { Check } from './check.ts'

/** References that a careless comparison takes for the same, made from a fresh one. */
const ALIKE: readonly {
  readonly name: string
  readonly title: string
  readonly of: (stem: string) => readonly string[]
}[] = [
  {
    name: 'written-alike',
    title:
      'references that differ only in prefix, case, zeros, punctuation, last character or a blank are separate purchases',
    of: (stem) => [
      `${stem}-Abc-007`,
      `X${stem}-Abc-007`,
      `${stem}-aBC-007`,
      `${stem}-Abc-7`,
      `${stem}-Abc_007`,
      `${stem}-Abc-0071`,
      `${stem}-Abc-007 `,
    ],
  },
  {
    name: 'long-common-beginning',
    title: 'two references with the same first 64 characters are two purchases',
    of: (stem) => [`${stem}-`.padEnd(64, 'x') + 1, `${stem}-`.padEnd(64, 'x') + 2],
  },
  {
    name: 'accents',
    title: 'two references that differ only in the encoding of an accent are two purchases',
    of: (stem) => [`${stem}-\u00e9`, `${stem}-e\u0301`],
  },
  {
    name: 'escaped-characters',
    title: 'a reference with characters that a URL escapes can be bought',
    of: (stem) => [`${stem}+50%25`],
  },
  {
    name: 'numbers',
    title: 'two references that write the same number in two ways are two purchases',
    of: (stem) => [`${digits(stem)}000`, `${digits(stem)}e3`],
  },
]

/** A new reference is an additional purchase, however similar it is to another (§4.2). */
export const REFERENCES: readonly Check[] = [
  {
    clause: 'new-reference-new-purchase',
    name: 'additional',
    title: 'the same card under three new references, at the same time, is three additional purchases',
    when: 'money',
    needs: ['order-two-fields', 'purchase-position'],
    restsOn: ['balance-fields'],
    purchases: 3,
    run: async (service, shop) => {
      const card = await shop.card()
      await costsAll(service, shop, 3, 'The same card under three new references', async () => {
        const orders = [1, 2, 3].map(() => service.order(card))
        const calls = await Promise.all(orders.map((order) => service.purchase(order)))
        for (const call of calls) await shop.mustBeNew(call)
        for (const order of orders) void follow(service, order)
      })
    },
  },
  ...ALIKE.map(
    ({ name, title, of }): Check => ({
      clause: 'new-reference-new-purchase',
      name,
      title,
      when: 'orders',
      needs: ['order-two-fields', 'purchase-position'],
      purchases: of('').length,
      run: async (service, shop) => {
        const references = of(service.references.next())
        if (!references.every((reference) => service.references.isTaken(reference)))
          throw new OutOfReach('The profile excludes references of this form (references).')
        const refused: Call[] = []
        for (const [index, reference] of references.entries()) {
          // The later ones buy another card, so that a reference which is taken for the first one is a conflict.
          const card = index === 0 ? await shop.card() : await shop.otherCard()
          const order = service.order(card, reference)
          const call = await service.purchase(order)
          if (says(call) === 'no') {
            mustBeFirst(call)
            const alone = service.order(card, of(service.references.next())[index])
            await mustBeALimit(service, call, alone)
            refused.push(call)
            continue
          }
          mustHaveSummary(call, 'a purchase under a new reference')
          void follow(service, order)
        }
        const [first] = refused
        if (first !== undefined && references.length - refused.length < 2)
          throw new OutOfReach(limitWords(first))
      },
    }),
  ),
]

/**
 * Expects a refused reference to be a limit of the service: another reference of the same form, with nothing like it
 * bought before, must be refused as well.
 *
 * @throws {Broken} if that other one can be bought.
 */
async function mustBeALimit(service: Service, refused: Call, alone: Order): Promise<void> {
  if (says(await service.purchase(alone)) === 'no') return
  void follow(service, alone)
  throw new Broken(
    `Expected ${JSON.stringify(refused.reference)} to be bought, as another reference of its form is; ${described(refused)}.`,
    [refused],
  )
}

function limitWords({ reference, status }: Call): string {
  return `The reference ${JSON.stringify(reference)} was refused (${status}), which is a limit of the service. Say in references of the profile how a reference may be written.`
}

function digits(stem: string): string {
  return stem.replace(/\D/g, '')
}
