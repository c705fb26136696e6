import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'

/** One instruction of a Dockerfile, such as `USER` with the text `1000:1000`. */
type Instruction = { readonly name: string; readonly text: string }

/** The instructions between a `FROM` and the next one. The last stage has no name. */
export type Stage = {
  readonly name: string | undefined
  readonly base: string
  readonly instructions: readonly Instruction[]
}

/** The Dockerfile of the kit. */
export const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')

/** The stages of a Dockerfile, in their order. */
export function stagesOf(dockerfile: string): readonly Stage[] {
  const lines = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\s*\\\n\s*/g, ' ')
  const [, ...stages] = lines.split(/^FROM +/m)
  return stages.map((stage) => {
    const [from = '', ...rest] = stage.split('\n').filter((line) => line.trim() !== '')
    const [base = '', , name] = from.split(/ +/)
    const instructions = rest.map((line) => {
      const [instruction = ''] = line.split(' ', 1)
      return { name: instruction, text: line.slice(instruction.length).trim() }
    })
    return { name, base, instructions }
  })
}

/** The texts of every instruction of a name in a stage. */
export function textsOf({ instructions }: Stage, name: string): readonly string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text)
}

/** What the last stage says of the containers of its image. */
export function imageOf(stages: readonly Stage[]) {
  const last = stages.at(-1)
  if (last === undefined) throw new Error('The Dockerfile has no stage.')
  const one = (name: string) => textsOf(last, name).join(' ')
  const words = (name: string): readonly string[] => JSON.parse(one(name))
  const [options = '', check = ''] = one('HEALTHCHECK').split(/ ?CMD /)
  return {
    user: one('USER'),
    workdir: one('WORKDIR'),
    port: Number(one('EXPOSE')),
    env: assignments(one('ENV')),
    labels: assignments(one('LABEL')),
    entrypoint: words('ENTRYPOINT'),
    cmd: words('CMD'),
    health: { options, command: JSON.parse(check) as readonly string[] },
  }
}

function assignments(text: string): Readonly<Record<string, string>> {
  const pairs = text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)
  return Object.fromEntries(Array.from(pairs, ([, name, quoted, bare]) => [name, quoted ?? bare ?? '']))
}

const text = readFileSync(join(ROOT, 'docs', 'compose.yaml'), 'utf8')

/** The example of docs/: its text, and what its mocks have in common. */
export const COMPOSE = {
  text,
  mock: parse(text)['x-mock'] as { readonly command: readonly string[] },
}
