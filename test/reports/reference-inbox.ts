import { priorities, statuses } from '#contract/records/conversation.ts'
import { channels } from '#contract/channels.ts'
import { sla_kinds } from '#contract/records/quality.ts'
import { type Assignment, assignmentsOf, type Count, timesOf } from './history.ts'
import type { Breach, Person, Raw } from './raw.ts'
import {
  type Days,
  compare,
  contactOf,
  contactsIn,
  countsIn,
  daysBetween,
  factOf,
  firstInbox,
  from,
  machine,
  moneyOf,
  reference,
  on,
  originOf,
  percent,
  personOf,
  secondsOf,
  wonIn,
} from './reference.ts'

export function overview(raw: Raw, days: Days & { from: string }, previous: Days & { from: string }, inbox?: string) {
  const now = activity(raw, days, inbox)
  const before = activity(raw, previous, inbox)
  const talks = raw.talks.filter((talk) => inbox === undefined || talk.inbox_id === inbox)
  const made = talks.map((talk) => ({ ...talk, ...factOf(talk) }))
  const shown = made.filter(({ created_at }) => on(raw, created_at, days))
  const share = (count: number) => percent(count, shown.length)
  const how = <T extends string>(all: readonly T[], of: (each: (typeof shown)[number]) => string) =>
    all.map((value) => {
      const count = shown.filter((each) => of(each) === value).length
      return { value, count, share: share(count) }
    })
  const open = raw.conversations.filter(
    ({ id, status, inbox_id }) =>
      status === 'open' && talks.some((talk) => talk.id === id) && (inbox === undefined || inbox_id === inbox),
  )
  const newContacts = contactsIn(raw, inbox).filter(({ created_at }) => on(raw, created_at, days))
  const sources = Map.groupBy(newContacts, (contact) => {
    const { source } = originOf(contact.custom_attributes)
    const first = raw.inboxes.find(({ id }) => id === firstInbox(raw, contact.id))
    return machine(source) ?? first?.channel ?? 'directo'
  })
  const channelOf = (inbox_id: string) => raw.inboxes.find(({ id }) => id === inbox_id)!.channel
  const daily = daysBetween(days.from, days.to).map((day) => {
    const { times: _, ...figures } = activity(raw, { from: day, to: day }, inbox)
    return { day, ...figures }
  })
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    previous_days: { from: previous.from, to: previous.to },
    kpis: {
      conversations: compare(now.conversations, before.conversations),
      incoming_messages: compare(now.incoming_messages, before.incoming_messages),
      human_messages: compare(now.human_messages, before.human_messages),
      ai_messages: compare(now.ai_messages, before.ai_messages),
      resolved: compare(now.resolved, before.resolved),
      contacts: compare(now.contacts, before.contacts),
      leads: compare(now.leads, before.leads),
      opportunities: compare(now.opportunities, before.opportunities),
      won: compare(now.won, before.won),
      revenue: compare(now.revenue, before.revenue),
      first_response_mean_seconds: compare(now.times.mean_seconds, before.times.mean_seconds),
      first_response_median_seconds: compare(now.times.median_seconds, before.times.median_seconds),
    },
    now: {
      open: open.length,
      unassigned: open.filter(({ assignee_id }) => assignee_id === null).length,
      unread: open.filter(({ unread_count }) => unread_count > 0).length,
    },
    revenue: moneyOf(wonIn(raw, days, inbox), raw.currency),
    daily,
    by_status: how(statuses, ({ status }) => status).map(({ value, ...rest }) => ({ status: value, ...rest })),
    by_channel: how(channels, ({ inbox_id }) => channelOf(inbox_id)).map(({ value, ...rest }) => ({
      channel: value,
      ...rest,
    })),
    by_priority: how(priorities, ({ priority }) => priority).map(({ value, ...rest }) => ({
      priority: value,
      ...rest,
    })),
    attribution: [...sources]
      .map(([source, own]) => ({ source, contacts: own.length, share: percent(own.length, newContacts.length) }))
      .sort((a, b) => b.contacts - a.contacts || (a.source < b.source ? -1 : 1)),
  }
}

/** Events of these days. */
function activity(raw: Raw, days: Days, inbox?: string) {
  const counts = countsIn(raw, days, inbox)
  const number = (measure: string) => counts.filter((each) => each.measure === measure).length
  const won = wonIn(raw, days, inbox)
  return {
    conversations: number('created'),
    incoming_messages: number('incoming'),
    human_messages: number('human'),
    ai_messages: number('ai'),
    resolved: number('resolved'),
    contacts: contactsIn(raw, inbox).filter(({ created_at }) => on(raw, created_at, days)).length,
    leads: from(raw, raw.leads, inbox).filter(({ created_at }) => on(raw, created_at, days)).length,
    opportunities: from(raw, raw.deals, inbox).filter(({ created_at }) => on(raw, created_at, days)).length,
    won: won.length,
    revenue: moneyOf(won, raw.currency).amount,
    times: timesOf(secondsOf(counts, 'human_reply')),
  }
}

export function conversations(raw: Raw, days: Days, inbox?: string) {
  const counts = countsIn(raw, days, inbox)
  const of = (measure: string) => counts.filter((each) => each.measure === measure)
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  const touched = of('ai_touched').length
  const contained = of('ai_touched').filter(({ dim }) => dim === 'contained').length
  const human = timesOf(secondsOf(counts, 'human_reply'))
  const ai = timesOf(secondsOf(counts, 'ai_reply'))
  const asked = of('asked').length
  const waiting = raw.conversations
    .filter(
      ({ id, inbox_id }) => raw.talks.some((talk) => talk.id === id) && (inbox === undefined || inbox_id === inbox),
    )
    .filter(({ status, waiting_since }) => status === 'open' && waiting_since !== null)
    .sort((a, b) => Date.parse(a.waiting_since!) - Date.parse(b.waiting_since!) || Number(a.id) - Number(b.id))
    .map((each) => ({
      conversation_id: each.id,
      url: `${raw.url}/conversations/${each.id}`,
      contact: { id: each.contact_id, name: each.contact_name },
      inbox: reference(raw.inboxes.find(({ id }) => id === each.inbox_id)!),
      assignee: personOf(raw, each.assignee_id),
      priority: each.priority,
      waiting_since: each.waiting_since!,
      waiting_seconds: Math.max(0, Math.floor((raw.now.getTime() - Date.parse(each.waiting_since!)) / 1000)),
      due_at: each.due_at,
      breached: each.due_at !== null && Date.parse(each.due_at) <= raw.now.getTime(),
    }))
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    heatmap: Array.from({ length: 168 }, (_, i) => {
      const [day, hour] = [Math.floor(i / 24) + 1, i % 24]
      const count = of('incoming').filter((each) => weekday(each.day) === day && each.hour === hour).length
      return { weekday: day, hour, count }
    }),
    first_response: {
      asked,
      unanswered: asked - human.count,
      human,
      business_hours: timesOf(secondsOf(counts, 'working_reply')),
      ai,
    },
    ai: {
      conversations: touched,
      messages: of('ai').length,
      mean_seconds: ai.mean_seconds,
      handovers: of('handed_over').length,
      contained,
      containment_rate: percent(contained, touched),
    },
    queue: {
      waiting: waiting.length,
      breached: waiting.filter(({ breached }) => breached).length,
      items: waiting.slice(0, 50),
    },
  }
}

/** Assignments of these days, each conversation once per agent. */
function givenIn(raw: Raw, days: Days, inbox?: string): (Assignment & { conversation_id: string })[] {
  return raw.talks
    .filter((talk) => inbox === undefined || talk.inbox_id === inbox)
    .flatMap(({ id, inbox_id, log }) => {
      const given = assignmentsOf(inbox_id, log).filter(({ assigned_at }) => on(raw, assigned_at, days))
      const first = given.filter(
        (each, i) => given.findIndex(({ assignee_id }) => assignee_id === each.assignee_id) === i,
      )
      return first.map((each) => ({ ...each, conversation_id: id }))
    })
}

export function agents(raw: Raw, days: Days, inbox?: string, agent?: Person) {
  const counts = countsIn(raw, days, inbox)
  const given = givenIn(raw, days, inbox)
  const of = (measure: string, id: string) => counts.filter((each) => each.measure === measure && each.agent_id === id)
  const rows = raw.people.map(({ id, name, active }) => {
    const own = given.filter(({ assignee_id }) => assignee_id === id)
    const resolved = own.filter((each) => each.resolved_now || each.resolved_theirs).length
    const times = timesOf(of('human_reply', id).map(({ seconds }) => seconds))
    return {
      agent: { id, name },
      name,
      active,
      assigned: own.length,
      resolved,
      resolution_rate: percent(resolved, own.length),
      first_responses: times.count,
      first_response_mean_seconds: times.mean_seconds,
      first_response_median_seconds: times.median_seconds,
      business_hours_mean_seconds: timesOf(of('working_reply', id).map(({ seconds }) => seconds)).mean_seconds,
      messages: of('human', id).length,
    }
  })
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    agents: rows.filter(
      ({ active, assigned, first_responses, messages }) => active || assigned + first_responses + messages > 0,
    ),
    conversations: agent === undefined ? null : handledBy(raw, days, inbox, agent, given),
    note: null,
  }
}

function handledBy(raw: Raw, days: Days, inbox: string | undefined, agent: Person, given: ReturnType<typeof givenIn>) {
  return raw.talks
    .filter((talk) => inbox === undefined || talk.inbox_id === inbox)
    .flatMap((talk) => {
      const fact = factOf(talk)
      const own = given.find((each) => each.conversation_id === talk.id && each.assignee_id === agent.id)
      const answered = fact.human_id === agent.id && fact.asked_at !== null && on(raw, fact.asked_at, days)
      if (!own && !answered) return []
      const moments = [own?.assigned_at, answered ? fact.asked_at : null].filter((at) => at != null)
      const row = {
        conversation_id: talk.id,
        url: `${raw.url}/conversations/${talk.id}`,
        contact: contactOf(raw, talk.id),
        inbox: reference(raw.inboxes.find(({ id }) => id === talk.inbox_id)!),
        assigned_at: own?.assigned_at ?? null,
        asked_at: fact.asked_at,
        replied_by: personOf(raw, fact.human_id),
        first_response_seconds: fact.human_seconds,
        business_hours_seconds: fact.working_seconds,
        resolved: own ? own.resolved_now || own.resolved_theirs : fact.resolved_at !== null,
      }
      return [{ row, at: moments.toSorted().at(-1)! }]
    })
    .sort(
      (a, b) => Date.parse(b.at) - Date.parse(a.at) || Number(b.row.conversation_id) - Number(a.row.conversation_id),
    )
    .map(({ row }) => row)
}

export function agentResponseTimes(raw: Raw, days: Days, inbox?: string) {
  const counts = countsIn(raw, days, inbox)
  const summarize = (own: readonly Count[]) => {
    const answers = own.filter(({ measure }) => measure === 'answer').map(({ seconds }) => seconds)
    return {
      first_response: timesOf(secondsOf(own, 'human_reply')),
      business_hours: timesOf(secondsOf(own, 'working_reply')),
      answers: { count: answers.length, mean_seconds: timesOf(answers).mean_seconds },
    }
  }
  const rows = raw.people.map(({ id, name, active }) => {
    const own = counts.filter((each) => each.agent_id === id)
    return { agent: { id, name }, name, active, ...summarize(own) }
  })
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    totals: summarize(counts),
    agents: rows.filter(({ active, first_response, answers }) => active || first_response.count + answers.count > 0),
  }
}

export function slaBreaches(
  raw: Raw,
  days: Days & { from: string },
  inbox: string | undefined,
  teams: { id: string; name: string }[],
) {
  const missed = raw.breaches
    .filter(({ inbox_id }) => inbox === undefined || inbox_id === inbox)
    .filter(({ breached_at }) => on(raw, breached_at, days))
  const sums = (own: readonly Breach[]) => ({
    total: own.length,
    first_response: own.filter(({ kind }) => kind === 'first_response').length,
    next_response: own.filter(({ kind }) => kind === 'next_response').length,
    resolution: own.filter(({ kind }) => kind === 'resolution').length,
  })
  const at = (of: (each: Breach) => string | null, known: { id: string; name: string }[], nobody: string) =>
    [...Map.groupBy(missed, of)]
      .map(([id, own]) => {
        const who = known.find((each) => each.id === id)
        return { who: who ? reference(who) : null, name: who?.name ?? nobody, ...sums(own) }
      })
      .sort(
        (a, b) =>
          Number(!a.who) - Number(!b.who) ||
          b.total - a.total ||
          a.name.localeCompare(b.name) ||
          Number(a.who?.id) - Number(b.who?.id),
      )
  const asked = countsIn(raw, days, inbox).filter(({ measure }) => measure === 'asked').length
  const totals = sums(missed)
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    totals,
    asked,
    first_response_breach_rate: percent(totals.first_response, asked),
    daily: daysBetween(days.from, days.to).map((day) => ({
      day,
      ...sums(missed.filter(({ breached_at }) => on(raw, breached_at, { from: day, to: day }))),
    })),
    by_kind: sla_kinds.map((kind) => ({ kind, count: totals[kind], share: percent(totals[kind], totals.total) })),
    by_inbox: at(({ inbox_id }) => inbox_id, raw.inboxes, 'Sin asignar').map(({ who, ...rest }) => ({
      inbox: who,
      ...rest,
    })),
    by_agent: at(({ assignee_id }) => assignee_id, raw.people, 'Sin asignar').map(({ who, ...rest }) => ({
      agent: who,
      ...rest,
    })),
    by_team: at(({ team_id }) => team_id, teams, 'Sin equipo').map(({ who, ...rest }) => ({ team: who, ...rest })),
    by_priority: priorities.map((priority) => ({
      priority,
      ...sums(missed.filter((each) => each.priority === priority)),
    })),
  }
}
