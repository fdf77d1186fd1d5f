import { z } from 'zod'
import { attribute_models, attribute_types, CustomAttribute } from '#contract/records/workspace.ts'
import { line, text } from '#contract/scalars.ts'
import * as attributes from '#domains/workspace/custom-attributes/store.ts'
import * as rules from '#domains/workspace/rules.ts'
import { operation } from '#kernel/operation.ts'

const model = z.enum(attribute_models)
const belongs_to = 'The kind of record it belongs to'

export const create_custom_attribute = operation({
  summary: 'Create a custom attribute for contacts or conversations. Keys are unique per model.',
  description:
    'See list_custom_attributes for existing ones. Key, model and type cannot change later. New values must fit ' +
    'the type. Returns the definition with its id.',
  rest: 'POST /custom-attributes',
  permission: 'workspace:write',
  tool: { narrow: { model: model.extract(['contact_attribute', 'conversation_attribute']).describe(belongs_to) } },
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    display_name: line.describe('Name shown to people'),
    key: line.describe('Name used by programs: a-z, 0-9 and _, such as policy_number'),
    model: model.describe(belongs_to),
    type: z.enum(attribute_types).optional().describe('Type of its values. Default text.'),
    description: text.optional().describe('Purpose of the attribute'),
    values: z.array(line).max(200).optional().describe('Choices, required for the type list'),
  }),
  output: CustomAttribute,

  run(ctx, { type = 'text', description = null, values = [], ...rest }) {
    return attributes.insert(ctx, rules.definition({ ...rest, type, description, values }))
  },
})
