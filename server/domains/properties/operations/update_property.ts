import { z } from 'zod'
import { Property } from '#contract/records/property.ts'
import { line } from '#contract/scalars.ts'
import { code, property_id, propertyChanges } from '#domains/properties/inputs.ts'
import * as rules from '#domains/properties/rules.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_property = operation({
  summary: 'Update a property. Only the given fields change; null or an empty string clears one.',
  rest: 'PATCH /properties/:property_id',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ property_id, code: code.optional(), name: line.optional(), ...propertyChanges }),
  output: Property,

  async run(ctx, { property_id, ...patch }) {
    const before = await properties.getLocked(ctx, property_id)
    const after = rules.revise(before, patch, ctx.actor.account)
    const changes = rules.changes(before, after)
    if (Object.keys(changes).length === 0) return before
    const property = await properties.update(ctx, property_id, after)
    ctx.emit('property.updated', { property, changes })
    return property
  },
})
