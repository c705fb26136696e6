import type { CommandSpec, OptionsOf } from '../command.ts'

export const tutorialCommand = {
  description: 'in four steps from a client that buys a card twice to one that is certified',
  argument: ['[folder]', 'where its client is kept, and how far you are', 'partner-purchase-tutorial'],
  options: {
    language: ['<name>', 'of the client; Python, if it is here', ['python', 'javascript', 'java']],
    fix: 'change the client for you, once you have seen its mistake',
  },
  example: 'tutorial --language python',
} as const satisfies CommandSpec

export type TutorialOptions = OptionsOf<typeof tutorialCommand.options>
