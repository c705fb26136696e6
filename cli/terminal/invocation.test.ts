import { expect, test } from 'vitest'
import { invocationOf } from './invocation.ts'

const KIT = { npm_lifecycle_event: 'cli', npm_lifecycle_script: 'node cli/main.ts' }
const IN_PROJECT = '/work/node_modules/.bin/partner-purchase'

test.for([
  ['a script of npm', { env: KIT, executable: '/work/cli/main.ts' }, 'npm run --silent cli --'],
  [
    'a clone, by a script that has arguments of its own',
    {
      env: { npm_lifecycle_event: 'start', npm_lifecycle_script: 'node cli/main.ts mock' },
      executable: '/work/cli/main.ts',
    },
    'npm run --silent cli --',
  ],
  [
    'a clone, from a folder beside it',
    {
      env: { ...KIT, INIT_CWD: '/shop/client', npm_config_local_prefix: '/shop/kit' },
      executable: '/shop/kit/cli/main.ts',
    },
    'npm --prefix ../kit run --silent cli --',
  ],
  [
    'a clone, from a folder in it',
    {
      env: { ...KIT, INIT_CWD: '/kit/examples/x', npm_config_local_prefix: '/kit' },
      executable: '/kit/cli/main.ts',
    },
    'npm run --silent cli --',
  ],
  [
    'a script of pnpm',
    { env: { ...KIT, npm_config_user_agent: 'pnpm/9.1.0 npm/? node/v24' } },
    'pnpm run cli',
  ],
  [
    'a script that has arguments of its own',
    {
      env: { npm_lifecycle_event: 'certify', npm_lifecycle_script: 'partner-purchase certify -- ./client' },
      executable: IN_PROJECT,
    },
    'npx partner-purchase-kit',
  ],
  [
    'npx, in a project',
    { env: { npm_lifecycle_event: 'npx' }, executable: IN_PROJECT },
    'npx partner-purchase-kit',
  ],
  [
    'npx, without a project',
    { env: {}, executable: '/root/.npm/_npx/1a/node_modules/.bin/partner-purchase' },
    'npx partner-purchase-kit',
  ],
  [
    'npx on Windows, without a project',
    { env: {}, executable: 'C:\\npm\\_npx\\1a\\node_modules\\partner-purchase-kit\\dist\\cli\\main.js' },
    'npx partner-purchase-kit',
  ],
  ['a path in a project', { env: {}, executable: IN_PROJECT }, 'npx partner-purchase-kit'],
  [
    'its name, where it is installed for all',
    { env: { PATH: '/bin:/usr/bin' }, executable: '/usr/bin/partner-purchase' },
    'partner-purchase',
  ],
  [
    'a path that is not on the PATH',
    { env: { PATH: '/bin' }, executable: '/work/tools/partner-purchase' },
    'tools/partner-purchase',
  ],
  ['node, from its source', { env: {}, executable: '/work/cli/main.ts' }, 'node cli/main.ts'],
  ['nothing that is known', { env: {} }, 'partner-purchase'],
] as const)('the kit is called again by %s', ([, called, words]) => {
  expect(invocationOf({ cwd: '/work', ...called }).join(' ')).toBe(words)
})
