import { z } from 'zod'
import { day, id, line, text } from '#contract/scalars.ts'

export const vehicle_id = id.describe('Id of the vehicle')
export const test_drive_id = id.describe('Id of the test drive')

export const vehicleFields = {
  code: line.describe('Plate or stock number. Unique in the workspace.'),
  name: line.describe('Such as make, model and year'),
  description: text.nullable(),
  location: line.nullable().describe('Place of the test drive'),
  active: z.boolean().describe('Whether it can be booked. Default true.'),
}

/** Days in the time zone of the workspace. */
export const days = {
  from: day.optional().describe('First day, YYYY-MM-DD'),
  to: day.optional().describe('Last day, inclusive, YYYY-MM-DD'),
}
