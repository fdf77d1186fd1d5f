import { z } from 'zod'
import { most_alternatives } from '#contract/filter-limits.ts'
import { written } from '#contract/scalars.ts'

export const operators = [
  'equal_to',
  'not_equal_to',
  'contains',
  'does_not_contain',
  'is_present',
  'is_not_present',
  'is_greater_than',
  'is_less_than',
  'days_before',
  'starts_with',
] as const
export type Operator = (typeof operators)[number]

const value = z.union([written.max(1000), z.number(), z.boolean()])

export const Condition = z.strictObject({
  field: written.max(110).describe('A field of the record, or custom_attributes.<key>'),
  operator: z.enum(operators),
  values: z
    .array(value)
    .max(50)
    .default([])
    .describe('Any one may match; negative operators need all of them to differ'),
})
export type Condition = z.output<typeof Condition>

const Group = z.strictObject({ all: z.array(Condition).min(1).max(20) })

/** Alternatives, each a list of conditions that must all be true: an OR of ANDs. */
export const Filter = z.strictObject({ any: z.array(Group).min(1).max(most_alternatives) })
export type Filter = z.output<typeof Filter>
