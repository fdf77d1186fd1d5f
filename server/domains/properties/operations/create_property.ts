import { z } from 'zod'
import { Property } from '#contract/records/property.ts'
import { line } from '#contract/scalars.ts'
import { code, propertyChanges } from '#domains/properties/inputs.ts'
import * as rules from '#domains/properties/rules.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_property = operation({
  summary: 'Add a property to the catalogue. Its code must be unique in the workspace, ignoring case.',
  rest: 'POST /properties',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  status: 201,
  input: z.strictObject({
    code,
    name: line,
    ...propertyChanges,
    operation: line.describe('venta (or compra), arriendo (or alquiler), venta_arriendo'),
  }),
  output: Property,

  async run(ctx, input) {
    const property = await properties.insert(ctx, rules.create(input, ctx.actor.account))
    ctx.emit('property.created', { property })
    return property
  },
})
