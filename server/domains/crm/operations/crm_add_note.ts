import { z } from 'zod'
import { Activity } from '#contract/records/crm.ts'
import * as activities from '#domains/crm/activities/store.ts'
import { getRecordLocked } from '#domains/crm/records/get-record.ts'
import { body, entity } from '#domains/crm/inputs.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const crm_add_note = operation({
  summary: 'Add a note to the timeline of a lead or opportunity.',
  rest: 'POST /activities/notes',
  permission: 'crm:write',
  status: 201,
  repeat: ['entity_type', 'entity_id', 'body'],
  input: z.strictObject({ ...entity, body: body.describe('Text of the note') }),
  output: Activity,

  async run(ctx, { entity_type, entity_id, body: text }) {
    const { id } = await getRecordLocked(ctx, entity_type, entity_id)
    const note = text.trim() || reject('missing_field', 'Write the note in body.', 'body')
    const fresh = { type: 'note', body: note, assignee_id: ctx.actor.user_id } as const
    return activities.add(ctx, { type: entity_type, id }, fresh)
  },
})
