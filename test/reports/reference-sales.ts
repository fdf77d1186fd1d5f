import { dayOf } from '#contract/periods.ts'
import type { Deal, Lead, Raw } from './raw.ts'
import {
  type Days,
  closedOn,
  compare,
  contactsIn,
  countsIn,
  from,
  key,
  machine,
  moneyOf,
  reference,
  on,
  originOf,
  percent,
  originText,
  tenths,
  ticket,
  wonIn,
  whose,
} from './reference.ts'

const DAY = 86_400_000

export function funnel(raw: Raw, days: Days, pipeline_id: string) {
  const pipeline = raw.pipelines.find(({ id }) => id === pipeline_id)!
  const cohort = raw.deals.filter((deal) => deal.pipeline_id === pipeline_id && on(raw, deal.created_at, days))
  const open = pipeline.stages.filter(({ type }) => type === 'open')
  const won = pipeline.stages.find(({ type }) => type === 'won')!
  // Every open stage has a position; a won deal has passed all of them.
  const line = [...open, won].map(({ id }) => id)
  const furthest = (deal: Deal) => {
    const visited = raw.visits
      .filter(({ opportunity_id }) => opportunity_id === deal.id)
      .map(({ stage_id }) => stage_id)
    const places = [deal.stage_id, ...visited].map((id) => (id === null ? -1 : line.indexOf(id)))
    return Math.max(0, ...places)
  }
  const reached = (place: number) => cohort.filter((deal) => furthest(deal) >= place)
  const money = (own: readonly Deal[]) => moneyOf(own, pipeline.default_currency)
  const at = (type: string) =>
    cohort.filter((deal) => pipeline.stages.find(({ id }) => id === deal.stage_id)!.type === type)
  const total = (own: readonly Deal[]) => ({ count: own.length, amount: money(own) })
  const all = [
    ...pipeline.stages,
    ...raw.pipelines.filter(({ id }) => id !== pipeline_id).flatMap(({ stages }) => stages),
  ]
  const lostFrom = Map.groupBy(at('lost'), (deal) => {
    const last = raw.visits.findLast(
      ({ opportunity_id, stage_type }) => opportunity_id === deal.id && stage_type === 'open',
    )
    const place = all.findIndex(({ id }) => id === last?.stage_id)
    return place < 0 ? Infinity : place
  })
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    pipeline: reference(pipeline),
    total: total(cohort),
    won: total(cohort.filter(({ status }) => status === 'won')),
    lost: total(cohort.filter(({ status }) => status === 'lost')),
    stages: pipeline.stages.map((stage) => {
      const here = cohort.filter(({ stage_id }) => stage_id === stage.id)
      const place = line.indexOf(stage.id)
      const own = place < 0 ? null : reached(place)
      return {
        stage: { id: stage.id, name: stage.name, type: stage.type },
        count: here.length,
        amount: money(here),
        reached_count: own && own.length,
        reached_amount: own && money(own),
        conversion_to_next: own && stage.type === 'open' ? percent(reached(place + 1).length, own.length) : null,
        cumulative_conversion: own && percent(own.length, reached(0).length),
      }
    }),
    lost_from: [...lostFrom]
      .sort(([a], [b]) => a - b)
      .map(([place, own]) => {
        const stage = all[place]
        return { stage: stage ? reference(stage) : null, ...total(own), name: stage?.name ?? 'Sin historial' }
      }),
  }
}

export function conversion(raw: Raw, days: Days, previous: Days | null, pipeline_id?: string) {
  const pipeline = raw.pipelines.find(({ id }) => id === pipeline_id)
  const currency = pipeline?.default_currency ?? raw.currency
  const own = raw.deals.filter((deal) => pipeline_id === undefined || deal.pipeline_id === pipeline_id)
  const current = converted(raw, own, days, currency)
  const before = previous && converted(raw, own, previous, currency)
  const change = (of: (each: typeof current) => number | null) => before && compare(of(current), of(before)).change
  const points = (of: (each: typeof current) => number | null) => {
    const [now, then] = [of(current), before && of(before)]
    return now === null || then === null ? null : tenths(now - then)
  }
  const boards = raw.pipelines.filter(({ kind }) => kind !== 'leads')
  return {
    days: { from: days.from, to: days.to },
    previous_days: previous && { from: previous.from, to: previous.to },
    time_zone: raw.zone,
    pipeline: pipeline ? reference(pipeline) : null,
    current,
    previous: before,
    changes: before && {
      won: change(({ won }) => won),
      lost: change(({ lost }) => lost),
      won_amount: change(({ won_amount }) => won_amount.amount),
      lost_amount: change(({ lost_amount }) => lost_amount.amount),
      win_rate_points: points(({ win_rate }) => win_rate),
      win_rate_amount_points: points(({ win_rate_amount }) => win_rate_amount),
      avg_cycle_days: change(({ avg_cycle_days }) => avg_cycle_days),
      median_cycle_days: change(({ median_cycle_days }) => median_cycle_days),
      reopened: change(({ reopened }) => reopened),
    },
    by_pipeline: (pipeline ? [pipeline] : boards).map((board) => ({
      pipeline: reference(board),
      ...outcomes(
        raw,
        own.filter((deal) => deal.pipeline_id === board.id),
        days,
        board.default_currency,
      ),
    })),
  }
}

function outcomes(raw: Raw, deals: readonly Deal[], days: Days, currency: string) {
  const closed = deals.filter((deal) => closedOn(raw, deal, days))
  const won = closed.filter(({ status }) => status === 'won')
  const lost = closed.filter(({ status }) => status === 'lost')
  const [won_amount, lost_amount] = [moneyOf(won, currency), moneyOf(lost, currency)]
  return {
    won: won.length,
    lost: lost.length,
    won_amount,
    lost_amount,
    win_rate: percent(won.length, closed.length),
    win_rate_amount: percent(won_amount.amount, won_amount.amount + lost_amount.amount),
  }
}

function converted(raw: Raw, deals: readonly Deal[], days: Days, currency: string) {
  const closed = deals.filter((deal) => closedOn(raw, deal, days))
  const cycle = (deal: Deal) => {
    const [from, to] = [new Date(deal.created_at), new Date(deal.closed_at!)]
    if (dayOf(to, raw.zone) === deal.actual_close_date) return (to.getTime() - from.getTime()) / DAY
    return (Date.parse(deal.actual_close_date!) - Date.parse(dayOf(from, raw.zone))) / DAY
  }
  const cycles = (status?: string) => {
    const sorted = closed
      .filter((deal) => status === undefined || deal.status === status)
      .map((deal) => Math.max(0, cycle(deal)))
      .sort((a, b) => a - b)
    const { length } = sorted
    if (length === 0) return [null, null] as const
    const middle = (sorted[Math.floor((length - 1) / 2)]! + sorted[Math.floor(length / 2)]!) / 2
    return [tenths(sorted.reduce((sum, each) => sum + each, 0) / length), tenths(middle)] as const
  }
  const [[won, wonMiddle], [lost, lostMiddle], [all, allMiddle]] = [cycles('won'), cycles('lost'), cycles()]
  return {
    ...outcomes(raw, deals, days, currency),
    avg_cycle_days: won,
    median_cycle_days: wonMiddle,
    avg_cycle_days_lost: lost,
    median_cycle_days_lost: lostMiddle,
    avg_cycle_days_all: all,
    median_cycle_days_all: allMiddle,
    reopened: deals.filter(({ reopened_at }) => reopened_at !== null && on(raw, reopened_at, days)).length,
    data_quality: {
      negative_cycles: closed.filter((deal) => cycle(deal) < 0).length,
      without_amount: closed.filter(({ amount }) => amount === null).length,
    },
  }
}

export function agentPerformance(raw: Raw, days: Days, pipeline_id: string | undefined, limit = 25) {
  const pipeline = raw.pipelines.find(({ id }) => id === pipeline_id)
  const currency = pipeline?.default_currency ?? raw.currency
  const own = raw.deals.filter((deal) => pipeline_id === undefined || deal.pipeline_id === pipeline_id)
  const worth = own.filter((deal) => deal.status === 'open' || closedOn(raw, deal, days))
  const summarize = (deals: readonly Deal[]) => {
    const { won, lost, win_rate } = outcomes(raw, deals, days, currency)
    const wins = deals.filter(({ status }) => status === 'won')
    const open = deals.filter(({ status }) => status === 'open')
    return {
      won,
      lost,
      open: open.length,
      open_created_in_period: open.filter(({ created_at }) => on(raw, created_at, days)).length,
      amount_won: moneyOf(wins, currency),
      win_rate,
      average_ticket: ticket(wins, currency),
    }
  }
  const rows = [...Map.groupBy(worth, ({ owner_id }) => owner_id)]
    .map(([id, deals]) => ({ ...whose(raw, id), ...summarize(deals) }))
    .sort((a, b) => b.amount_won.amount - a.amount_won.amount || b.won - a.won || a.name.localeCompare(b.name))
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    pipeline: pipeline ? reference(pipeline) : null,
    total_agents: rows.length,
    totals: summarize(worth),
    agents: rows.slice(0, limit),
  }
}

export function lostReasons(raw: Raw, days: Days, pipeline_id?: string) {
  const pipeline = raw.pipelines.find(({ id }) => id === pipeline_id)
  const currency = pipeline?.default_currency ?? raw.currency
  const within = <R extends { pipeline_id: string }>(rows: readonly R[]) =>
    rows.filter((row) => pipeline_id === undefined || row.pipeline_id === pipeline_id)
  const deals = within(raw.deals).filter((deal) => deal.status === 'lost' && closedOn(raw, deal, days))
  const leads = within(raw.leads).filter((lead) => lead.status === 'unqualified' && on(raw, lostAt(raw, lead), days))
  const words = lossesOf(leads, currency, (reason) =>
    reason.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' '),
  )
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    pipeline: pipeline ? reference(pipeline) : null,
    total: { count: deals.length, amount: moneyOf(deals, currency) },
    reasons: lossesOf(deals, currency),
    total_leads: leads.length,
    total_lead_reasons: words.length,
    leads: words,
  }
}

/** The time a lead entered its lost stage or, outside one, the time it was last marked as lost. */
function lostAt(raw: Raw, lead: Lead): string {
  const stay = raw.visits.find(({ lead_id, left_at }) => lead_id === lead.id && left_at === null)
  if (stay?.stage_type === 'lost') return stay.entered_at
  const marked = raw.activities.filter(
    ({ lead_id, changes }) => lead_id === lead.id && changes?.status?.to === 'unqualified',
  )
  return (
    marked
      .map(({ created_at }) => created_at)
      .toSorted()
      .at(-1) ?? lead.updated_at
  )
}

function lossesOf(
  rows: readonly (Deal | Lead)[],
  currency: string,
  keyOf: (reason: string) => string = (reason) => reason,
) {
  const all = moneyOf(rows, currency).amount
  const reasonOf = ({ lost_reason }: Deal | Lead) => lost_reason?.trim() || null
  return [...Map.groupBy(rows, (row) => (reasonOf(row) === null ? null : keyOf(reasonOf(row)!))).values()]
    .map((own) => {
      const written = [...Map.groupBy(own, reasonOf)].sort(
        ([a, ones], [b, others]) => others.length - ones.length || String(a).localeCompare(String(b)),
      )
      const reason = written[0]![0]
      const amount = moneyOf(own, currency)
      return {
        reason,
        name: reason ?? 'Sin motivo',
        count: own.length,
        share: percent(own.length, rows.length),
        amount,
        amount_share: percent(amount.amount, all),
      }
    })
    .sort((a, b) => b.count - a.count || b.amount.amount - a.amount.amount || a.name.localeCompare(b.name))
}

export function crm(raw: Raw, days: Days, inbox?: string) {
  const { currency } = raw
  const created = <R extends { created_at: string }>(rows: readonly R[]) =>
    rows.filter((row) => on(raw, row.created_at, days))
  const made = countsIn(raw, days, inbox).filter(({ measure }) => measure === 'created')
  const leads = created(from(raw, raw.leads, inbox))
  const deals = created(from(raw, raw.deals, inbox))
  const won = wonIn(raw, days, inbox)
  const lost = from(raw, raw.deals, inbox).filter((deal) => deal.status === 'lost' && closedOn(raw, deal, days))
  const contacts = created(contactsIn(raw, inbox))
  const isWon = (lead: Lead) => raw.deals.some((deal) => deal.lead_id === lead.id && deal.status === 'won')
  const counts = [made.length, leads.length, deals.length, won.length]
  const sourceOf = (row: Deal | Lead) => machine(row.utm_source)
  const keyOf = (row: Deal | Lead) =>
    key(sourceOf(row), machine(row.utm_medium), row.utm_campaign?.trim().toLowerCase() || null)
  const known = Map.groupBy(contacts, ({ custom_attributes }) => {
    const { source, medium, campaign } = originOf(custom_attributes)
    return key(machine(source), machine(medium), campaign)
  })
  const keys = new Set([...known.keys(), ...[...leads, ...deals, ...won].map(keyOf)])
  const attribution = [...keys]
    .map((each) => {
      const [source, medium, campaign] = JSON.parse(each) as (string | null)[]
      const own = <R extends Deal | Lead>(rows: readonly R[]) => rows.filter((row) => keyOf(row) === each)
      return {
        source: source!,
        medium: medium!,
        campaign: campaign!,
        contacts: known.get(each)?.length ?? 0,
        leads: own(leads).length,
        opportunities: own(deals).length,
        won: own(won).length,
        revenue: moneyOf(own(won), currency),
        lead_to_won: percent(own(leads).filter(isWon).length, own(leads).length),
      }
    })
    .sort(
      (a, b) =>
        b.revenue.amount - a.revenue.amount ||
        b.won - a.won ||
        b.opportunities - a.opportunities ||
        b.leads - a.leads ||
        b.contacts - a.contacts ||
        originText(a).localeCompare(originText(b)),
    )
  return {
    days: { from: days.from, to: days.to },
    time_zone: raw.zone,
    basis: 'activity',
    funnel: (['conversations', 'leads', 'opportunities', 'won'] as const).map((step, i) => ({
      step,
      count: counts[i]!,
      step_rate: i === 0 ? null : percent(counts[i]!, counts[i - 1]!),
    })),
    lead_to_won_cohort: {
      leads: leads.length,
      won: leads.filter(isWon).length,
      rate: percent(leads.filter(isWon).length, leads.length),
    },
    won: won.length,
    revenue: moneyOf(won, currency),
    average_ticket: ticket(won, currency),
    by_owner: [...Map.groupBy(won, ({ owner_id }) => owner_id)]
      .map(([id, own]) => ({
        ...whose(raw, id),
        won: own.length,
        revenue: moneyOf(own, currency),
        average_ticket: ticket(own, currency),
      }))
      .sort((a, b) => b.revenue.amount - a.revenue.amount || b.won - a.won || a.name.localeCompare(b.name)),
    by_origin: [...Map.groupBy(won, sourceOf)]
      .map(([source, own]) => ({
        source,
        won: own.length,
        revenue: moneyOf(own, currency),
        name: source ?? 'Sin origen',
      }))
      .sort(
        (a, b) =>
          b.revenue.amount - a.revenue.amount || b.won - a.won || (a.source ?? '').localeCompare(b.source ?? ''),
      ),
    losses: lossesOf(lost, currency),
    total_origins: attribution.length,
    attribution: attribution.slice(0, 100),
  }
}
