import { z } from 'zod'
import { Property } from '#contract/records/property.ts'
import { id } from '#contract/scalars.ts'
import { propertyChanges } from '#domains/properties/inputs.ts'
import * as rules from '#domains/properties/rules.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_properties = operation({
  summary: 'Update the same fields of many properties. If one does not exist, none changes.',
  rest: 'PATCH /properties',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    property_ids: z.array(id).min(1).max(500).describe('Properties to update, at most 500'),
    ...propertyChanges,
  }),
  output: z.object({
    items: z.array(Property).describe('All given properties after the update'),
    updated_count: z.int(),
  }),

  async run(ctx, { property_ids, ...patch }) {
    const before = await properties.getAllLocked(ctx, property_ids)
    const revised = before.map((property) => {
      const after = rules.revise(property, patch, ctx.actor.account)
      return { property, after, changes: rules.changes(property, after) }
    })
    const differing = revised.filter(({ changes }) => Object.keys(changes).length > 0)
    const updated = await properties.updateAll(
      ctx,
      differing.map(({ property, after }) => ({ ...after, id: property.id })),
    )
    const now = new Map(updated.map((property) => [property.id, property]))
    for (const { property, changes } of differing)
      ctx.emit('property.updated', { property: now.get(property.id)!, changes })
    return { items: before.map((property) => now.get(property.id) ?? property), updated_count: updated.length }
  },
})
