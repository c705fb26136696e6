import type { Marked } from './origin.ts'

/** Every object of a document, itself first. */
export function everyPart(node: unknown): readonly Marked[] {
  if (typeof node !== 'object' || node === null) return []
  const parts = Object.values(node).flatMap(everyPart)
  return Array.isArray(node) ? parts : [node, ...parts]
}
