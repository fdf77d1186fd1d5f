import type { ReactNode } from 'react'
import { Clock, Flag, Tag, UserRoundPlus, UsersRound } from '#web/ui/icons.ts'
import { LabelDot } from '#web/features/labels/label-chip.tsx'
import { useLabels } from '#web/features/labels/labels.ts'
import { useRead } from '#web/app/query.ts'
import { snoozePresets } from '#web/screens/inbox/snooze/snooze-presets.ts'
import { priorities } from '#web/screens/inbox/conversation-filters.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MultiPicker, Picker } from '#web/ui/picker.tsx'
import { barButtonClass } from './bar-button-class.ts'
import { bulkActions } from './bulk-actions.ts'
import type { Bulk } from './use-bulk.ts'

export type BulkPicker = 'assign' | 'team' | 'labels' | 'priority' | 'snooze' | 'time'

type PickerProps = Pick<Bulk, 'run'> & { open: boolean; onOpenChange: (open: boolean) => void }

type Props = Pick<Bulk, 'run'> & {
  selection: Selection<Conversation>
  opens: (which: BulkPicker) => Omit<PickerProps, 'run'>
}

/** The pickers of the bulk bar. */
export const BulkPickers = ({ run, selection, opens }: Props) => (
  <>
    <Assign run={run} {...opens('assign')} />
    <Team run={run} {...opens('team')} />
    <Labels run={run} selection={selection} {...opens('labels')} />
    <Priority run={run} {...opens('priority')} />
    <Snooze run={run} onOther={() => opens('time').onOpenChange(true)} {...opens('snooze')} />
  </>
)

const trigger = (label: string, key: string, icon: ReactNode) => (
  <IconButton label={label} aria-keyshortcuts={key} className={barButtonClass}>
    {icon}
  </IconButton>
)

function Assign({ run, ...opens }: PickerProps) {
  const { bulk: words, filters } = useInboxWords()
  const { user } = useSession()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const me = agents.filter(({ id }) => id === user.id).map(({ id, name }) => ({ id, name: filters.me(name) }))
  const others = agents.filter(({ id }) => id !== user.id).map(({ id, name }) => ({ id, name }))
  const pick = (id: string) => {
    const agent = agents.find((each) => each.id === id)
    if (!agent) return void run(bulkActions.assign(null), words.unassigned)
    const { name, email } = agent
    void run(bulkActions.assign({ id, name, email }), (count) => words.assigned(count, name))
  }
  return (
    <Picker
      label={words.assign}
      nothing={filters.nothing}
      value={null}
      choices={[...me, ...others, { id: 'none', name: filters.nobody }]}
      onPick={pick}
      trigger={trigger(words.assign, 'a', <UserRoundPlus size={16} aria-hidden />)}
      {...opens}
    />
  )
}

function Team({ run, ...opens }: PickerProps) {
  const { bulk: words, filters } = useInboxWords()
  const teams = (useRead('list_teams', {}).data?.items ?? []).map(({ id, name }) => ({ id, name }))
  const pick = (id: string) => {
    const team = teams.find((each) => each.id === id) ?? null
    void run(bulkActions.team(team), (count) => words.movedToTeam(count, team?.name ?? filters.noTeam))
  }
  return (
    <Picker
      label={words.team}
      nothing={filters.nothing}
      value={null}
      choices={[...teams, { id: 'none', name: filters.noTeam }]}
      onPick={pick}
      trigger={trigger(words.team, 't', <UsersRound size={16} aria-hidden />)}
      {...opens}
    />
  )
}

/** Labels that all conversations have are checked. Choosing one adds it to all or removes it from all. */
function Labels({ run, selection: { selected }, ...opens }: PickerProps & { selection: Selection<Conversation> }) {
  const { bulk: words, filters } = useInboxWords()
  const { labels } = useLabels()
  const common = labels
    .map(({ title }) => title)
    .filter((title) => selected.every((each) => each.labels.includes(title)))
  const change = (titles: string[]) => {
    const added = titles.find((title) => !common.includes(title))
    const removed = common.find((title) => !titles.includes(title))
    if (added) void run(bulkActions.tag(added), (count) => words.labelled(count, added))
    else if (removed) void run(bulkActions.untag(removed), (count) => words.unlabelled(count, removed))
  }
  return (
    <MultiPicker
      label={words.labels}
      nothing={filters.nothing}
      value={common}
      choices={labels.map(({ title }) => ({ id: title, name: title, icon: <LabelDot title={title} /> }))}
      onChange={change}
      trigger={trigger(words.labels, 'l', <Tag size={16} aria-hidden />)}
      {...opens}
    />
  )
}

function Priority({ run, ...opens }: PickerProps) {
  const { bulk: words, filters, priorities: names } = useInboxWords()
  const pick = (id: string) => {
    const priority = priorities.find((each) => each === id)!
    void run(bulkActions.priority(priority), (count) => words.prioritised(count, names[priority]))
  }
  return (
    <Picker
      label={words.priority}
      nothing={filters.nothing}
      value={null}
      choices={priorities.map((id) => ({ id, name: names[id] }))}
      onPick={pick}
      trigger={trigger(words.priority, 'p', <Flag size={16} aria-hidden />)}
      {...opens}
    />
  )
}

function Snooze({ run, onOther, ...opens }: PickerProps & { onOther: () => void }) {
  const { bulk: words, filters } = useInboxWords()
  const { snooze } = useThreadWords()
  const { time_zone } = useAccount()
  const time = useTime()
  const presets = snoozePresets(new Date().toISOString(), time_zone)
  const choices = [
    ...presets.map(({ preset, until }) => ({ id: until, name: snooze[preset], hint: time.full(until) })),
    { id: 'reply', name: snooze.untilReply },
    { id: 'other', name: snooze.custom },
  ]
  const pick = (id: string) => {
    if (id === 'other') return requestAnimationFrame(onOther)
    void run(bulkActions.snooze(id === 'reply' ? null : id), words.snoozed)
  }
  return (
    <Picker
      label={words.snooze}
      nothing={filters.nothing}
      value={null}
      choices={choices}
      onPick={pick}
      trigger={trigger(words.snooze, 's', <Clock size={16} aria-hidden />)}
      {...opens}
    />
  )
}
