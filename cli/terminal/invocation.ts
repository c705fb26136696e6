import { basename, delimiter, dirname, relative } from 'node:path'
import type { Io } from '../io.ts'

const NAME = 'partner-purchase'
/** The package has a command of its own name, which npx finds outside of a project, too. */
const PACKAGE = `${NAME}-kit`

/** A script of a package.json that is the kit and nothing else: arguments can be added behind it. */
const BARE_SCRIPT = /^(?:npx +)?'?partner-purchase(?:-kit)?'?$|^node +\S*cli\/main\.[jt]s$/

/** The executable of a clone. A script there starts the Node.js that the clone installed, which may not be on the PATH. */
const SOURCE = /[/\\]cli[/\\]main\.ts$/

/** How the kit was called, in words for a shell: what is printed to be run again runs in the same place. */
export function invocationOf({
  env,
  executable,
  cwd = '.',
}: Pick<Io, 'env' | 'executable' | 'cwd'>): readonly string[] {
  const { npm_lifecycle_event: script, npm_lifecycle_script: text = '' } = env
  if (script === 'npx' || /[/\\]_npx[/\\]/.test(executable ?? '')) return ['npx', PACKAGE]
  if (script !== undefined && BARE_SCRIPT.test(text.trim())) return scriptWords(script, env)
  if (script !== undefined && SOURCE.test(executable ?? '')) return scriptWords('cli', env)
  if (executable === undefined) return [NAME]
  const folder = dirname(executable)
  if (/[/\\]node_modules[/\\](?:\.bin|partner-purchase-kit)(?:[/\\]|$)/.test(folder)) return ['npx', PACKAGE]
  if (![NAME, PACKAGE].includes(basename(executable))) return ['node', relative(cwd, executable)]
  const isOnPath = (env.PATH ?? '').split(delimiter).includes(folder)
  return [isOnPath ? NAME : relative(cwd, executable)]
}

function scriptWords(script: string, env: Io['env']): readonly string[] {
  const other = /^(?:pnpm|yarn|bun)(?=\/)/.exec(env.npm_config_user_agent ?? '')?.[0]
  if (other !== undefined) return [other, 'run', script]
  return ['npm', ...prefixWords(env), 'run', '--silent', script, '--']
}

/** How npm is told of a package that the caller's folder is not in. */
function prefixWords({ INIT_CWD: folder, npm_config_local_prefix: root }: Io['env']): readonly string[] {
  if (folder === undefined || root === undefined) return []
  const path = relative(folder, root)
  const isInside = path === '' || /^\.\.(?:[/\\]\.\.)*$/.test(path)
  return isInside ? [] : ['--prefix', path]
}

/**
 * The folder where the caller of a clone's script stands: npm starts the script in the clone. Undefined where the kit was
 * called in another way.
 */
export function callersFolder({ env, executable = '' }: Pick<Io, 'env' | 'executable'>): string | undefined {
  return env.npm_lifecycle_event === 'cli' && SOURCE.test(executable) ? env.INIT_CWD : undefined
}
