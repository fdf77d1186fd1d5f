import { dayOf } from '#contract/periods.ts'
import type { CsatResponse } from '#contract/records/quality.ts'
import { loadAuthors } from '#doors/classic/loaders.ts'
import { listAll } from '#doors/classic/pages.ts'
import { pickDefined, readGivenId, readList, readPage } from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, csv } from '#doors/classic/route.ts'
import { classicContact } from '#doors/classic/shapes/contact.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'

const PATH = '/csat_survey_responses'
const PAGE = 25

type Summary = { asked: number; answered: number; distribution: Record<string, number> }

/** Answers to satisfaction surveys. */
export function addCsatRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, async (call) => {
    const page = readPage(call.query)
    const answers = await list(call, page * PAGE)
    return present(call, answers.slice((page - 1) * PAGE))
  })

  addRoute('GET', `${PATH}/metrics`, async (call) => {
    const { asked, answered, distribution } = await call.invoke<Summary>('get_csat_summary', filtersOf(call))
    const given = Object.entries(distribution).filter(([, count]) => count > 0)
    return { total_count: answered, ratings_count: Object.fromEntries(given), total_sent_messages_count: asked }
  })

  addRoute('GET', `${PATH}/download`, async (call) => {
    const lines = (await list(call)).map(({ contact, assignee, rating, comment, conversation_id, answered_at }) => [
      assignee?.name,
      rating,
      comment,
      contact.name,
      conversation_id,
      answered_at,
    ])
    return csv([['Agent', 'Rating', 'Feedback', 'Contact', 'Conversation', 'Date'], ...lines])
  })
}

/** Answered surveys, latest first. */
async function list(call: ClassicCall, limit?: number): Promise<CsatResponse[]> {
  const ratings = readList(call.query, 'rating').map(Number)
  const rating = ratings.length === 1 ? { rating: ratings[0] } : {}
  const input = { ...filtersOf(call), ...rating, answered_only: true }
  const found = await listAll<CsatResponse>(
    call.invoke,
    'list_csat_responses',
    input,
    ratings.length > 1 ? undefined : limit,
  )
  return ratings.length > 1 ? found.filter((each) => ratings.includes(each.rating!)).slice(0, limit) : found
}

/** The days, in seconds, the inbox and the agent of the query. */
function filtersOf({ query, account }: ClassicCall) {
  const day = (value: unknown) => {
    const moment = readGivenId(value)
    return moment && dayOf(new Date(Number(moment) * 1000), account.time_zone)
  }
  const [assignee] = readList(query, 'user_ids')
  return pickDefined({ from: day(query.since), to: day(query.until), inbox_id: readGivenId(query.inbox_id), assignee })
}

async function present(call: ClassicCall, answers: readonly CsatResponse[]) {
  const { contacts, agents } = await loadAuthors(
    call,
    answers.map(({ contact }) => contact.id),
  )
  return answers.map((each) => {
    const contact = contacts.get(each.contact.id)
    const agent = each.assignee && agents.get(each.assignee.id)
    return {
      id: Number(each.id),
      rating: each.rating,
      feedback_message: each.comment,
      csat_review_notes: null,
      account_id: Number(call.account.id),
      message_id: null,
      contact: contact ? classicContact(contact) : { id: Number(each.contact.id), name: each.contact.name },
      conversation_id: Number(each.conversation_id),
      assigned_agent: agent ? classicAgent(call.account.id, agent) : null,
      created_at: seconds(each.answered_at),
    }
  })
}
