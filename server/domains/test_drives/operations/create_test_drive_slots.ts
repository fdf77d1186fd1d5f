import { z } from 'zod'
import { TestDriveSlot } from '#contract/records/test-drive.ts'
import { instant } from '#contract/scalars.ts'
import { vehicle_id } from '#domains/test_drives/inputs.ts'
import * as rules from '#domains/test_drives/rules.ts'
import * as slots from '#domains/test_drives/slots.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import { operation } from '#kernel/operation.ts'

export const create_test_drive_slots = operation({
  summary: 'Create test drive slots for a vehicle. If one overlaps another, none is created.',
  rest: 'POST /test-drives/vehicles/:vehicle_id/slots',
  permission: 'crm:write',
  module: 'test_drives',
  tool: false,
  status: 201,
  input: z.strictObject({
    vehicle_id,
    slots: z
      .array(z.strictObject({ starts_at: instant, ends_at: instant }))
      .min(1)
      .max(200),
  }),
  output: z.object({ items: z.array(TestDriveSlot) }),

  async run(ctx, { vehicle_id, slots: spans }) {
    rules.checkSpans(spans, ctx.now)
    await vehicles.getLocked(ctx, vehicle_id)
    return { items: await slots.insertAll(ctx, vehicle_id, spans) }
  },
})
