import { loadText, type Machine } from '../machine.ts'
import { table } from '../table.ts'
import type { Install } from './measure.ts'

/** The most that the kit may bring into a project. */
export const MOST = { packages: 9, megabytes: 19, seconds: 6 }

const HEADING = '## Install'

/** A section of the page: from its heading to the next one. */
const SECTION = /^## Install\n.*?(?=^## )/ms

/**
 * The section of the page about installs.
 *
 * @param npm the version of npm.
 */
export function installSection(installs: readonly Install[], machine: Machine, npm: string): string {
  const { processor, cores, node, date } = machine
  const rows = installs.map(({ title, packages, megabytes, seconds }) => [
    title,
    String(packages),
    megabytes.toFixed(1),
    seconds.emptyCache.toFixed(1),
    seconds.filledCache.toFixed(1),
  ])
  return `${HEADING}

\`npm install\` of each into an empty project, without its install scripts: the packages that are there then, what they take of
the disk, and the median of the seconds, with an empty cache of npm and with one that has every package. ${processor}, ${cores} cores,
Node ${node}, npm ${npm}, ${date}. The kit may bring ${MOST.packages} packages and ${MOST.megabytes} MB, and take ${MOST.seconds} s
where the packages are in the cache. Load average of the minute before: ${loadText(machine)}

${table(['', 'packages', 'MB', 's, empty cache', 's, filled cache'], rows)}

`
}

/**
 * The section of a page, to be kept when the rest is measured again.
 *
 * @throws {Error} for a page without it.
 */
export function installSectionOf(page: string): string {
  const [section] = SECTION.exec(page) ?? []
  if (section === undefined)
    throw new Error(`The page has no section "${HEADING}": write one there, and measure again.`)
  return section
}

/** A page with another section about installs, and nothing else changed. */
export function withInstallSection(page: string, section: string): string {
  return page.replace(installSectionOf(page), () => section)
}

/** What of the kit is over its bounds; empty where it keeps them. */
export function excessOf({ packages, megabytes, seconds }: Install): string[] {
  return [
    ...(packages > MOST.packages ? [`${packages} packages, ${MOST.packages} allowed`] : []),
    ...(megabytes > MOST.megabytes ? [`${megabytes.toFixed(1)} MB, ${MOST.megabytes} allowed`] : []),
    ...(seconds.filledCache > MOST.seconds
      ? [`${seconds.filledCache.toFixed(1)} s, ${MOST.seconds} allowed`]
      : []),
  ]
}
