import type { Profile } from '../../contract/profile/profile.ts'
import { isShortEnough, isWithinLimits, writtenWithin } from '../../contract/profile/reference-limits.ts'
import type { Target } from '../run/target.ts'

type Plainer = { readonly characters: string; readonly longest: number; readonly isNumbered: boolean }

/** Where the first reference is refused: a short one without a hyphen, one in capitals, a number, one in small letters. */
export const PLAINER: readonly [Plainer, ...Plainer[]] = [
  { characters: 'A-Za-z0-9:', longest: 24, isNumbered: false },
  { characters: 'A-Z0-9:', longest: 20, isNumbered: false },
  { characters: 'A-Z0-9:', longest: 24, isNumbered: true },
  { characters: 'a-z0-9:-', longest: 40, isNumbered: false },
]

/** A label as most references have: those of a run are short where one with it is too long. */
const TYPICAL_LABEL = 'cafe-12'

/** The references of a run: written as the profile says, or as a service was seen to take them. */
export class References {
  readonly #target: Pick<Target, 'profile' | 'runId' | 'referencePrefix'>
  #limits: Pick<Profile, 'references' | 'limits'>
  /** Whether a number stands in place of each label. */
  #isNumbered = false
  /** The labels of this run, by the number that stands for each. */
  readonly #labels: string[] = []

  constructor(target: Pick<Target, 'profile' | 'runId' | 'referencePrefix'>) {
    this.#target = target
    this.#limits = target.profile
  }

  /** Writes all that follow in another way, within what the profile says; in the first one, where none is named. */
  write(plainer?: Plainer, isNumbered = plainer?.isNumbered === true): void {
    const { references, limits } = this.#target.profile
    const characters = references.characters ?? plainer?.characters ?? null
    this.#limits = {
      references: { characters, longest: references.longest ?? plainer?.longest ?? null },
      limits,
    }
    this.#isNumbered = isNumbered
  }

  shorten(): void {
    this.write(PLAINER[0], this.#isNumbered)
  }

  /** A reference that no other run has (§2: unique per intended purchase): a short one, where no other is taken. */
  of(label: string): string {
    const { runId, referencePrefix = 'SHOP' } = this.#target
    const prefix = `${referencePrefix}:`
    if (this.#isNumbered) return `${prefix}${Number.parseInt(runId.slice(-7), 36)}${this.#numberOf(label)}`
    const written = (text: string) => writtenWithin(prefix + text, this.#limits)
    if (this.isShortEnough(written(`${runId}-${TYPICAL_LABEL}`))) return written(`${runId}-${label}`)
    return written(runId.slice(-7) + label.replaceAll('-', ''))
  }

  isShortEnough(reference: string): boolean {
    return isShortEnough(reference, this.#limits)
  }

  isWithinLimits(reference: string): boolean {
    return isWithinLimits(reference, this.#limits)
  }

  #numberOf(label: string): string {
    if (!this.#labels.includes(label)) this.#labels.push(label)
    return String(this.#labels.indexOf(label)).padStart(3, '0')
  }
}
