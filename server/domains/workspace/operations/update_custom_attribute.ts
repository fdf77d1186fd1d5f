import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { attribute_models, attribute_types, CustomAttribute } from '#contract/records/workspace.ts'
import { id, line, text } from '#contract/scalars.ts'
import * as attributes from '#domains/workspace/custom-attributes/store.ts'
import * as rules from '#domains/workspace/rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_custom_attribute = operation({
  summary: 'Update the name, description or choices of a custom attribute. Key, type and model cannot change.',
  description: 'Omitted fields stay unchanged. Records keep their values, even choices that were removed.',
  rest: 'PATCH /custom-attributes/:custom_attribute_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    custom_attribute_id: id,
    display_name: line.optional(),
    description: text.nullable().optional(),
    values: z.array(line).max(200).optional().describe('All choices of a list'),
    key: line.optional().describe('Cannot change; the current value is accepted'),
    model: z.enum(attribute_models).optional().describe('Cannot change; the current value is accepted'),
    type: z.enum(attribute_types).optional().describe('Cannot change; the current value is accepted'),
  }),
  output: CustomAttribute,

  async run(ctx, { custom_attribute_id, ...patch }) {
    const before = await attributes.getLocked(ctx, custom_attribute_id)
    const after = rules.reviseDefinition(before, patch)
    if (isDeepStrictEqual({ ...before, ...after }, before)) return before
    return attributes.update(ctx, custom_attribute_id, after)
  },
})
