import { type CsatResponse, surveyCloses } from '#contract/records/quality.ts'
import { part, type Part } from '#db/sql.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context, Visitor } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

/** The survey sent to this visitor, locked until the transaction ends. */
export async function getLocked(ctx: Context, visitor: Visitor, token: string): Promise<Survey> {
  const [row] = await ctx.sql<Survey>`
    select s.id, s.conversation_id, s.message_id, s.rating, s.comment, s.sent_at, s.answered_at
      from csat_surveys s
      join conversations c on c.account_id = s.account_id and c.id = s.conversation_id
      join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
     where s.account_id = ${ctx.actor.account.id} and s.token = ${token} and c.inbox_id = ${visitor.inbox_id}
       and d.source_id = ${visitor.source_id} for no key update of s`
  return row ?? reject('not_found', 'There is no such survey; use the token sent with the question.', 'token')
}

type Survey = Pick<CsatResponse, 'id' | 'conversation_id' | 'rating' | 'comment' | 'sent_at' | 'answered_at'> & {
  message_id: string | null
}
export type Answer = { rating: number; comment: string | null }

/** Stores the customer's rating and emits the events; the same answer again changes nothing. */
export async function answer(ctx: Context, survey: Survey, answer: Answer): Promise<void> {
  const closes_at = surveyCloses(survey.sent_at)
  if (closes_at <= ctx.now.toISOString())
    reject('invalid_state', `This survey closed at ${closes_at} and takes no more answers.`)
  if (survey.rating === answer.rating && survey.comment === answer.comment) return
  const csat_response = await update(ctx, survey.id, answer)
  const [conversation, message] = await Promise.all([
    conversations.getOwn(ctx, survey.conversation_id),
    survey.message_id ? messages.updateAttributes(ctx, survey.message_id, answer) : undefined,
  ])
  ctx.emit('csat.answered', { conversation, csat_response })
  if (message) ctx.emit('message.updated', { conversation, message })
}

async function update(ctx: Context, id: string, { rating, comment }: Answer): Promise<CsatResponse> {
  const [row] = await ctx.sql<CsatResponse>`
    with r as (
      update csat_surveys set rating = ${rating}, comment = ${comment}, answered_at = coalesce(answered_at, ${ctx.now})
       where account_id = ${ctx.actor.account.id} and id = ${id} returning *
    ) select ${columns} from r ${joins}`
  return row!
}

/** Surveys of conversations the caller may see, newest first, one more than the limit. */
export function list(ctx: Context, met: Part, after: string[] | undefined, limit: number): Promise<CsatResponse[]> {
  return ctx.sql<CsatResponse>`
    select ${columns} from (
      select r.* from ${visibleSurveys(ctx)} ${met} ${olderThan(after, part`r.sent_at, r.id`)}
       order by r.sent_at desc, r.id desc limit ${limit + 1}) r ${joins}
     order by r.sent_at desc, r.id desc`
}

export type Tally = {
  agent: { id: string; name: string } | null
  asked: number
  answered: number
  ratings: number[]
}

/** Surveys sent, answers and ratings, by assignee. */
export function tally(ctx: Context, met: Part): Promise<Tally[]> {
  return ctx.sql<Tally>`
    select case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as agent,
           count(*)::int as asked, count(r.rating)::int as answered,
           array[${rating_counts}] as ratings
      from (select r.* from ${visibleSurveys(ctx)} ${met}) r left join users u on u.id = r.assignee_id
     group by u.id order by count(*) desc, lower(u.name), u.id`
}

export type GroupedTally = Omit<Tally, 'agent'> & ({ day: string } | { day: null; agent: Tally['agent'] })

/** The same, once by day and once by assignee. `day` is the day of a survey `r`. */
export function tallyByDayAndAgent(ctx: Context, met: Part, day: Part): Promise<GroupedTally[]> {
  return ctx.sql<GroupedTally>`
    select case when grouping(r.day) = 0 then r.day::text end as day,
           case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as agent,
           count(*)::int as asked, count(r.rating)::int as answered, array[${rating_counts}] as ratings
      from (select r.*, ${day} as day from ${visibleSurveys(ctx)} ${met}) r left join users u on u.id = r.assignee_id
     group by grouping sets ((r.day), (u.id, u.name)) order by count(*) desc, lower(u.name), u.id`
}

const rating_counts = part`
  count(*) filter (where r.rating = 1)::int, count(*) filter (where r.rating = 2)::int, count(*) filter (where r.rating = 3)::int,
  count(*) filter (where r.rating = 4)::int, count(*) filter (where r.rating = 5)::int`

/** Surveys (`r`) of conversations the caller may see. */
export function visibleSurveys(ctx: Context): Part {
  return part`csat_surveys r join conversations c on c.account_id = r.account_id and c.id = r.conversation_id
    where r.account_id = ${ctx.actor.account.id} ${conversations.visibleTo(ctx)}`
}

const columns = part`
  r.id, r.conversation_id, jsonb_build_object('id', k.id::text, 'name', k.name) as contact,
  jsonb_build_object('id', i.id::text, 'name', i.name) as inbox,
  case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as assignee,
  r.rating, r.comment, r.sent_at, r.answered_at`

const joins = part`
  join contacts k on k.account_id = r.account_id and k.id = r.contact_id
  join inboxes i on i.account_id = r.account_id and i.id = r.inbox_id
  left join users u on u.id = r.assignee_id`
