import type { Context } from '#kernel/operation.ts'
import { eachPage, findImported, type Job, saveImported, step } from './job.ts'
import { clean, moment, type SourceRating } from './source.ts'

/** Answers to satisfaction surveys, of the conversations that were imported. */
export async function importRatings(job: Job): Promise<void> {
  await eachPage(job, 'ratings', async (page) => {
    const answers = await job.client.get<SourceRating[]>('/csat_survey_responses', { page: String(page) })
    if (answers.length > 0) await step(job, (ctx) => importPage(ctx, job, answers))
    return answers.length > 0
  })
}

async function importPage(ctx: Context, job: Job, page: readonly SourceRating[]): Promise<void> {
  const known = await findImported(
    ctx,
    job,
    'ratings',
    page.map(({ id }) => id),
  )
  const conversations = await findImported(
    ctx,
    job,
    'conversations',
    page.map(({ conversation_id }) => conversation_id),
  )
  const agents = await findImported(ctx, job, 'agents')
  job.summary.add('ratings', false, known.size)
  for (const answer of page) {
    if (known.has(String(answer.id))) continue
    const conversation = conversations.get(String(answer.conversation_id))
    if (!conversation) {
      job.summary.skip('ratings', 'Its conversation was not imported.', `rating ${answer.id}`)
      continue
    }
    const assignee = answer.assigned_agent && agents.get(String(answer.assigned_agent.id))
    const id = await insert(ctx, answer, conversation.record_id, assignee?.record_id ?? null)
    await saveImported(ctx, job, 'ratings', answer.id, id)
    job.summary.add('ratings', true)
  }
}

async function insert(
  { sql, actor, now }: Context,
  answer: SourceRating,
  conversation_id: string,
  assignee_id: string | null,
) {
  const at = moment(answer.created_at) ?? now
  const comment = clean(answer.feedback_message, 2000).trim() || null
  const [row] = await sql<{ id: string }>`
    insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, assignee_id, rating, comment, sent_at, answered_at)
    select c.account_id, c.id, c.contact_id, c.inbox_id,
           (select m.user_id from memberships m where m.account_id = c.account_id and m.user_id = ${assignee_id}),
           ${answer.rating}, ${comment}, ${at}, ${at}
      from conversations c where c.account_id = ${actor.account.id} and c.id = ${conversation_id}
    returning id`
  // A conversation deleted here meanwhile leaves nothing to rate.
  return row?.id ?? 0
}
