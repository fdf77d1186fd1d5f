import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { vehicle_id } from '#domains/test_drives/inputs.ts'
import * as testDrives from '#domains/test_drives/store.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const delete_test_drive_vehicle = operation({
  summary: 'Delete a vehicle with its slots and past test drives. It must have no upcoming test drive.',
  rest: 'DELETE /test-drives/vehicles/:vehicle_id',
  permission: 'crm:write',
  module: 'test_drives',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ vehicle_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { vehicle_id }) {
    await vehicles.getLocked(ctx, vehicle_id)
    const [upcoming] = await testDrives.list(ctx, { vehicle_id, status: 'booked', from: ctx.now }, undefined, 1)
    if (upcoming)
      reject(
        'invalid_state',
        `${upcoming.contact.name} has a test drive at ${upcoming.slot.starts_at}; cancel test drive ${upcoming.id} first, or set active to false.`,
      )
    await vehicles.remove(ctx, vehicle_id)
    return { id: vehicle_id, deleted: true as const }
  },
})
