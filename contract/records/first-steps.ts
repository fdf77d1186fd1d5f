import { z } from 'zod'

export const first_steps = [
  'connect_channel',
  'invite_people',
  'import_contacts',
  'try_widget',
  'connect_assistant',
] as const
export type FirstStep = (typeof first_steps)[number]

/** The first things an administrator does in a new workspace. */
export const FirstSteps = z
  .object({
    steps: z.array(z.object({ name: z.enum(first_steps), done: z.boolean() })),
    open: z.boolean().describe('Whether to show them: not all are done, and nobody dismissed them'),
  })
  .meta({ id: 'FirstSteps' })
export type FirstSteps = z.output<typeof FirstSteps>
