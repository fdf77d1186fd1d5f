import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { TestDriveVehicle } from '#contract/records/test-drive.ts'
import { vehicle_id, vehicleFields } from '#domains/test_drives/inputs.ts'
import * as rules from '#domains/test_drives/rules.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import { operation } from '#kernel/operation.ts'

export const update_test_drive_vehicle = operation({
  summary: 'Update a vehicle for test drives. Only the given fields change.',
  rest: 'PATCH /test-drives/vehicles/:vehicle_id',
  permission: 'crm:write',
  module: 'test_drives',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject(vehicleFields).partial().extend({ vehicle_id }),
  output: TestDriveVehicle,

  async run(ctx, { vehicle_id, ...patch }) {
    const before = await vehicles.getLocked(ctx, vehicle_id)
    const after = rules.reviseVehicle(before, patch)
    return isDeepStrictEqual({ ...before, ...after }, before) ? before : vehicles.update(ctx, vehicle_id, after)
  },
})
