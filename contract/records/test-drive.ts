import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { id, timestamp } from '#contract/scalars.ts'

/** A vehicle for test drives. */
export const TestDriveVehicle = z
  .object({
    id,
    code: z.string().describe('Plate or stock number; unique in the workspace, ignoring case'),
    name: z.string(),
    description: z.string().nullable(),
    location: z.string().nullable().describe('Place of the test drive'),
    active: z.boolean().describe('Available for test drives'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'TestDriveVehicle' })
export type TestDriveVehicle = z.output<typeof TestDriveVehicle>

const vehicle = z.object({ id, code: z.string(), name: z.string(), location: z.string().nullable() })

/** A time slot of a vehicle. */
export const TestDriveSlot = z
  .object({
    id,
    vehicle,
    starts_at: timestamp,
    ends_at: timestamp,
    booking_id: id.nullable().describe('Booking of this slot; null if it is free'),
    created_at: timestamp,
  })
  .meta({ id: 'TestDriveSlot' })
export type TestDriveSlot = z.output<typeof TestDriveSlot>

export const TestDrive = z
  .object({
    id,
    status: z.enum(['booked', 'cancelled']),
    slot: z.object({ id, starts_at: timestamp, ends_at: timestamp }),
    vehicle,
    contact: z.object({
      id,
      name: z.string(),
      phone_number: z.string().nullable(),
      email: z.string().nullable(),
    }),
    agent: z
      .object({ id, name: z.string(), email: z.string() })
      .nullable()
      .describe('Agent who accompanies the customer and gets a reminder by e-mail'),
    notes: z.string().nullable(),
    cancel_reason: z.string().nullable(),
    cancelled_at: timestamp.nullable(),
    remind_at: timestamp.nullable().describe('Time of the reminder; null if it was sent or there is none'),
    reminded_at: timestamp.nullable(),
    booked_by: Author,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'TestDrive' })
export type TestDrive = z.output<typeof TestDrive>
