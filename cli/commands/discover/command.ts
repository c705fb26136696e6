import { REFERENCE_PREFIX } from '../../../contract-tests/target/target.ts'
import { prefixText, wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionsOf } from '../command.ts'

const EXITS = `
Exit codes:
  0  a profile was written
  2  refused: usage, profile, or a guard
  3  the target can't be reached
  4  no profile: the key was not accepted, or this is not a TEST environment, or
     the time limit was reached
  5  an error of the kit itself`

export const discoverCommand = {
  description: 'find out what the reference does not show, and write it into a profile',
  options: {
    baseUrl: ['<url>', 'the service'],
    profile: [
      '<file>',
      'the profile to start from: its answers are tried first, and stay if nothing is found',
    ],
    lookup: ['<template>', 'the lookup to try first, such as "GET /orders?ref={partnerReference}"'],
    allowPurchase: 'buy one TEST card, to find the lookup and a settled state',
    sku: ['<sku>', 'the card to buy; without it, the cheapest whose price was read'],
    referencePrefix: [
      '<text>',
      `what every reference begins with, before a colon; by default ${REFERENCE_PREFIX}`,
      prefixText,
    ],
    out: [
      '<file>',
      'the profile to write; its evidence is written next to it',
      'partner-purchase.profile.json',
    ],
    force: 'overwrite files that exist',
    timeLimit: ['<seconds>', 'end the run by then', wholeNumber(1, 86_400), 900],
    allowHttp: 'send the key in the clear to an address that is not this machine',
    json: 'print the evidence as JSON on standard output, and the rest on standard error',
  },
  required: 'baseUrl',
  help: EXITS,
  example: 'discover --base-url https://api.example.com --allow-purchase',
} as const satisfies CommandSpec

export type DiscoverOptions = OptionsOf<typeof discoverCommand.options, 'baseUrl'>
