import type { RecordKind } from '#contract/report-records.ts'
import { useRead } from '#web/app/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useDayFormats } from '#web/screens/reports/day-formats.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { filtersOf } from './record-filters.ts'
import { useRecordSearch } from './use-record-input.ts'

/** The filters of the address in words. */
export function FilterBadges({ kind }: { kind: RecordKind }) {
  const { records } = useReportWords()
  const texts = [...usePlaceTexts(kind), ...useKindTexts(kind)]
  return (
    <ul aria-label={records.filters} className="mb-3 flex flex-wrap items-center gap-1.5">
      {texts.map((text) => (
        <li key={text} className="flex">
          <Badge tone="accent">{text}</Badge>
        </li>
      ))}
    </ul>
  )
}

const present = (texts: readonly (string | false | undefined)[]) => texts.filter((text) => typeof text === 'string')

/** Days, channel, person and team. */
function usePlaceTexts(list: RecordKind): string[] {
  const { inbox: channel, agent: someone, unassigned, sla, until } = useReportWords()
  const search = filtersOf(list, useRecordSearch())
  const { from, to, inbox_id, agent, assignee = agent, unassigned_only, team, without_team } = search
  const days = useDayFormats()
  const inboxes = useRead('list_inboxes', {}, { enabled: inbox_id !== undefined }).data?.items
  const agents = useRead('list_agents', {}, { enabled: assignee !== undefined }).data?.items
  const teams = useRead('list_teams', {}, { enabled: team !== undefined }).data?.items
  const nameIn = (items: readonly { id: string; name: string }[] | undefined, id: string, what: string) =>
    items?.find((each) => each.id === id)?.name ?? `${what} ${id}`
  return present([
    to && (from ? days.span(from, to) : until(days.span(to, to))),
    inbox_id && nameIn(inboxes, inbox_id, channel),
    assignee && nameIn(agents, assignee, someone),
    unassigned_only && unassigned,
    team && nameIn(teams, team, sla.bys.team),
    without_team && sla.noTeam,
  ])
}

/** Author, hour, outcome, target, priority and stars. */
function useKindTexts(list: RecordKind): string[] {
  const { records: words, weekdays, sla, priorities, satisfaction } = useReportWords()
  const search = filtersOf(list, useRecordSearch())
  const { sender, answers_only, weekday, hour, resolved_only, kind, priority, rating, answered_only } = search
  return present([
    sender && words.senders[sender],
    answers_only && words.answersOnly,
    weekday !== undefined && weekdays[weekday - 1],
    hour !== undefined && `${hour}:00–${hour}:59`,
    resolved_only && words.resolvedOnly,
    kind && sla[kind],
    priority && priorities[priority],
    rating !== undefined && satisfaction.stars(rating),
    answered_only && words.answeredOnly,
  ])
}
