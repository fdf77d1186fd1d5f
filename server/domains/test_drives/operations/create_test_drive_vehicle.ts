import { z } from 'zod'
import { TestDriveVehicle } from '#contract/records/test-drive.ts'
import { vehicleFields } from '#domains/test_drives/inputs.ts'
import * as rules from '#domains/test_drives/rules.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import { operation } from '#kernel/operation.ts'

export const create_test_drive_vehicle = operation({
  summary: 'Add a vehicle for test drives. Its code must be unique in the workspace, ignoring case.',
  rest: 'POST /test-drives/vehicles',
  permission: 'crm:write',
  module: 'test_drives',
  tool: false,
  status: 201,
  input: z.strictObject(vehicleFields).partial().required({ code: true, name: true }),
  output: TestDriveVehicle,

  run: (ctx, input) => vehicles.insert(ctx, rules.reviseVehicle(rules.new_vehicle, input)),
})
