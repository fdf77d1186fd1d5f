import { timesOf } from './history.ts'
import type { Lead, Message, Raw } from './raw.ts'
import { type Days, reference, on, percent, personOf, whose } from './reference.ts'

const DAY = 86_400_000

export function leadResponses(raw: Raw, days: Days, pipeline_id: string | undefined, limit = 25) {
  const pipeline = raw.pipelines.find(({ id }) => id === pipeline_id)
  const rows = raw.leads
    .filter((lead) => (pipeline_id === undefined || lead.pipeline_id === pipeline_id) && on(raw, lead.created_at, days))
    .map((lead) => answerOf(raw, lead))
  const summarize = (own: typeof rows) => {
    const times = own.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
    const { mean_seconds, median_seconds, p90_seconds } = timesOf(times)
    const replied = own.filter(({ customer_replied_after }) => customer_replied_after).length
    const limits = [300, 900, 3600, 86_400, Infinity]
    const counts = limits.map((most, i) => times.filter((each) => each <= most && each > (limits[i - 1] ?? -1)).length)
    return {
      total: own.length,
      no_conversation: own.filter(({ no_conversation }) => no_conversation).length,
      contacted: times.length,
      pct_contacted: percent(times.length, own.length),
      mean_seconds,
      median_seconds,
      p90_seconds,
      customer_replied: replied,
      pct_customer_reply: percent(replied, times.length),
      buckets: (['5m', '15m', '1h', '24h', 'more', 'never'] as const).map((within, i) => {
        const count = counts[i] ?? own.length - times.length
        return { within, count, share: percent(count, own.length) }
      }),
    }
  }
  const byAgent = [...Map.groupBy(rows, ({ agent }) => agent?.id ?? null)]
    .map(([id, own]) => ({ ...whose(raw, id), ...summarize(own) }))
    .sort(
      (a, b) =>
        b.total - a.total ||
        Number(!a.agent) - Number(!b.agent) ||
        (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1),
    )
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    pipeline: pipeline ? reference(pipeline) : null,
    totals: summarize(rows),
    by_agent: byAgent,
    leads: rows.slice(0, limit),
  }
}

/** The response to one lead. */
function answerOf(raw: Raw, lead: Lead) {
  const created = Date.parse(lead.created_at)
  const publicMessages = (messages: readonly Message[]) =>
    messages.filter((m) => !m.private && (m.direction === 'incoming' || m.author_type === 'agent'))
  const theirs = raw.conversations
    .filter(({ contact_id }) => lead.contact_id !== null && contact_id === lead.contact_id)
    .map((conversation) => ({
      conversation,
      messages: publicMessages(raw.messages.filter(({ conversation_id }) => conversation_id === conversation.id)),
    }))
  const latest = (messages: readonly Message[]) =>
    messages.map(({ at }) => Date.parse(at)).findLast((at) => at <= created && at >= created - 30 * DAY)
  const next = (messages: readonly Message[]) => messages.map(({ at }) => Date.parse(at)).find((at) => at > created)
  const active = theirs
    .filter(({ messages }) => latest(messages) !== undefined)
    .sort((a, b) => latest(b.messages)! - latest(a.messages)!)
  const later = theirs
    .filter(({ messages }) => next(messages) !== undefined)
    .sort((a, b) => next(a.messages)! - next(b.messages)!)
  const found = active[0] ?? later[0]
  const questions = (found?.messages ?? [])
    .filter(({ direction }) => direction === 'incoming')
    .map(({ at }) => Date.parse(at))
  // The customer's first message within a day before, unless they wrote less than a day before that one.
  const first = questions.find((at) => at <= created && at >= created - DAY)
  const isBeginning = first !== undefined && !questions.some((at) => at < first && at >= first - DAY)
  const start = isBeginning ? first : created
  const reply = found?.messages.find((m) => m.direction === 'outgoing' && Date.parse(m.at) >= start)
  const repliedAfter = theirs.some(({ messages }) =>
    messages.some((m) => m.direction === 'incoming' && reply !== undefined && Date.parse(m.at) > Date.parse(reply.at)),
  )
  const agent = personOf(raw, lead.owner_id ?? found?.conversation.assignee_id ?? null)
  return {
    id: lead.id,
    name: lead.name,
    url: `${raw.url}/leads/${lead.id}`,
    created_at: lead.created_at,
    source: lead.source,
    status: lead.status,
    pipeline: reference(raw.pipelines.find(({ id }) => id === lead.pipeline_id)!),
    agent,
    agent_name: agent?.name ?? 'Sin asignar',
    replied_by: personOf(raw, reply?.author_id ?? null),
    clock_started_at: new Date(start).toISOString(),
    first_human_reply_at: reply?.at ?? null,
    seconds: reply ? Math.floor((Date.parse(reply.at) - start) / 1000) : null,
    customer_replied_after: repliedAfter,
    no_conversation: found === undefined,
    first_touch: firstTouch(raw, lead),
  }
}

/** The first call or meeting by a person: the time it was done, or recorded if it was never planned. */
function firstTouch(raw: Raw, lead: Lead) {
  const deals = new Set(raw.deals.filter(({ lead_id }) => lead_id === lead.id).map(({ id }) => id))
  const [first] = raw.activities
    .filter((each) => each.lead_id === lead.id || (each.opportunity_id !== null && deals.has(each.opportunity_id)))
    .filter(({ type }) => type === 'call' || type === 'meeting')
    .map((each) => ({
      type: each.type,
      at: each.due_at === null ? each.created_at : each.completed_at,
      by: each.due_at === null ? each.author : each.completed_by,
    }))
    .filter(({ at, by }) => at !== null && by?.type === 'user')
    .sort((a, b) => Date.parse(a.at!) - Date.parse(b.at!))
  return first ? { type: first.type, at: first.at!, by: { id: first.by!.id, name: first.by!.name } } : null
}
