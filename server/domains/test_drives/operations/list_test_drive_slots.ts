import { z } from 'zod'
import { TestDriveSlot } from '#contract/records/test-drive.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { toMoments } from '#domains/test_drives/date-range.ts'
import { days, vehicle_id } from '#domains/test_drives/inputs.ts'
import * as slots from '#domains/test_drives/slots.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_test_drive_slots = operation({
  summary: 'List test drive slots, soonest first. Default: upcoming slots.',
  rest: 'GET /test-drives/slots',
  permission: 'crm:read',
  module: 'test_drives',
  tool: false,
  input: z.strictObject({
    vehicle_id: vehicle_id.optional(),
    ...days,
    available_only: z.boolean().optional().describe('Only slots that can be booked'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(TestDriveSlot),

  async run(ctx, input) {
    const { vehicle_id, available_only } = input
    if (vehicle_id) await vehicles.get(ctx, vehicle_id)
    const { after, limit } = readPage(ctx, input)
    const { from = ctx.now, to } = toMoments(ctx, input)
    const filters = { vehicle_id, available_only, to }
    // Slots that have started cannot be booked, whatever the given days.
    const earliest = available_only && from < ctx.now ? ctx.now : from
    const rows = await slots.list(ctx, { ...filters, from: earliest }, after, limit)
    return toPage(ctx, input, rows, (slot) => [slot.starts_at, slot.id])
  },
})
