import { z } from 'zod'

export type Json = Record<string, unknown>

/** JSON Schema as the doors publish it. Patterns of well-known formats are left out: they are long and add nothing. */
export function jsonSchema(
  type: z.ZodType,
  io: 'input' | 'output',
): Json & { $defs?: Record<string, Json>; $schema?: string } {
  return z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern
      if (io === 'output') delete jsonSchema.additionalProperties
      delete jsonSchema.propertyNames
      delete jsonSchema.id
    },
  }) as Json
}
