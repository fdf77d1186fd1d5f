import { z } from 'zod'
import { TestDriveVehicle } from '#contract/records/test-drive.ts'
import { vehicle_id } from '#domains/test_drives/inputs.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import { operation } from '#kernel/operation.ts'

export const get_test_drive_vehicle = operation({
  summary: 'Get a vehicle for test drives.',
  rest: 'GET /test-drives/vehicles/:vehicle_id',
  permission: 'crm:read',
  module: 'test_drives',
  tool: false,
  input: z.strictObject({ vehicle_id }),
  output: TestDriveVehicle,

  run: (ctx, { vehicle_id }) => vehicles.get(ctx, vehicle_id),
})
