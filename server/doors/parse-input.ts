import type { z } from 'zod'
import { invalidInput } from '#kernel/refusals.ts'

/** The input of a route that is not an operation, validated; rejects with the same field errors as operations. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input ?? {})
  if (!parsed.success) throw invalidInput(parsed.error, input ?? {})
  return parsed.data
}
