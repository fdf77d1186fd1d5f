import { z } from 'zod'
import { attribute_models, attribute_types, CustomAttribute } from '#contract/records/workspace.ts'
import { line, text } from '#contract/scalars.ts'
import * as attributes from '#domains/workspace/custom-attributes.ts'
import * as rules from '#domains/workspace/rules.ts'
import { operation } from '#kernel/operation.ts'

export const create_custom_attribute = operation({
  summary: 'Define a custom attribute of contacts or of conversations. Keys are unique among those of one kind.',
  description:
    'See list_custom_attributes for those there are: key, model and type cannot change later. Values written from now on must fit ' +
    'the type. Returns the definition with its id.',
  rest: 'POST /custom-attributes',
  permission: 'workspace:write',
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    display_name: line.describe('What people read'),
    key: line.describe('What programs read: a-z, 0-9 and _, such as policy_number'),
    model: z.enum(attribute_models).describe('What it belongs to'),
    type: z.enum(attribute_types).optional().describe('What its values are. Default text.'),
    description: text.optional().describe('What it is for'),
    values: z.array(line).max(200).optional().describe('The choices, required for the type list'),
  }),
  output: CustomAttribute,

  run(ctx, { type = 'text', description = null, values = [], ...rest }) {
    return attributes.insert(ctx, rules.definition({ ...rest, type, description, values }))
  },
})
