import type { ReactNode } from 'react'
import { Clock, Flag, Tag, UserRoundPlus, UsersRound } from 'lucide-react'
import { LabelDot } from '#web/parts/label-chip.tsx'
import { useLabels } from '#web/parts/labels.ts'
import { useRead } from '#web/query.ts'
import { snoozeMoments } from '#web/screens/inbox/actions/moments.ts'
import { priorities } from '#web/screens/inbox/conversation-filters.ts'
import type { Selection } from '#web/screens/inbox/list/use-selection.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount, useSession } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MultiPicker, Picker } from '#web/ui/picker.tsx'
import { fits } from './fits.ts'
import { bulkActs } from './bulk-acts.ts'
import type { Bulk } from './use-bulk.ts'

export type Choosing = 'assign' | 'team' | 'labels' | 'priority' | 'snooze' | 'moment'

type ActProps = Pick<Bulk, 'run'> & { open: boolean; onOpenChange: (open: boolean) => void }

type Props = Pick<Bulk, 'run'> & {
  selection: Selection
  opens: (which: Choosing) => Omit<ActProps, 'run'>
}

/** What asks to whom, what or until when. */
export const Choices = ({ run, selection, opens }: Props) => (
  <>
    <Assign run={run} {...opens('assign')} />
    <Team run={run} {...opens('team')} />
    <Labels run={run} selection={selection} {...opens('labels')} />
    <Priority run={run} {...opens('priority')} />
    <Snooze run={run} onOther={() => opens('moment').onOpenChange(true)} {...opens('snooze')} />
  </>
)

const trigger = (label: string, key: string, icon: ReactNode) => (
  <IconButton label={label} aria-keyshortcuts={key} className={fits}>
    {icon}
  </IconButton>
)

function Assign({ run, ...opens }: ActProps) {
  const { bulk: words, filters } = useInboxWords()
  const { user } = useSession()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const me = agents.filter(({ id }) => id === user.id).map(({ id, name }) => ({ id, name: filters.me(name) }))
  const others = agents.filter(({ id }) => id !== user.id).map(({ id, name }) => ({ id, name }))
  const pick = (id: string) => {
    const agent = agents.find((each) => each.id === id)
    if (!agent) return void run(bulkActs.assign(null), words.unassigned)
    const { name, email } = agent
    void run(bulkActs.assign({ id, name, email }), (count) => words.assigned(count, name))
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

function Team({ run, ...opens }: ActProps) {
  const { bulk: words, filters } = useInboxWords()
  const teams = (useRead('list_teams', {}).data?.items ?? []).map(({ id, name }) => ({ id, name }))
  const pick = (id: string) => {
    const team = teams.find((each) => each.id === id) ?? null
    void run(bulkActs.team(team), (count) => words.teamed(count, team?.name ?? filters.noTeam))
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

/** Those that all of them carry are marked; choosing one puts it on all, or takes it off all. */
function Labels({ run, selection: { selected }, ...opens }: ActProps & { selection: Selection }) {
  const { bulk: words, filters } = useInboxWords()
  const { labels } = useLabels()
  const common = labels
    .map(({ title }) => title)
    .filter((title) => selected.every((each) => each.labels.includes(title)))
  const change = (titles: string[]) => {
    const added = titles.find((title) => !common.includes(title))
    const removed = common.find((title) => !titles.includes(title))
    if (added) void run(bulkActs.tag(added), (count) => words.tagged(count, added))
    else if (removed) void run(bulkActs.untag(removed), (count) => words.untagged(count, removed))
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

function Priority({ run, ...opens }: ActProps) {
  const { bulk: words, filters, priorities: names } = useInboxWords()
  const pick = (id: string) => {
    const priority = priorities.find((each) => each === id)!
    void run(bulkActs.priority(priority), (count) => words.prioritised(count, names[priority]))
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

function Snooze({ run, onOther, ...opens }: ActProps & { onOther: () => void }) {
  const { bulk: words, filters } = useInboxWords()
  const { time_zone } = useAccount()
  const time = useTime()
  const moments = snoozeMoments(new Date().toISOString(), time_zone)
  const choices = [
    ...moments.map(({ moment, until }) => ({ id: until, name: words.moments[moment], hint: time.full(until) })),
    { id: 'answer', name: words.untilAnswer },
    { id: 'other', name: words.otherMoment },
  ]
  const pick = (id: string) => {
    if (id === 'other') return requestAnimationFrame(onOther)
    void run(bulkActs.snooze(id === 'answer' ? null : id), words.snoozed)
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

// Eight of them stand side by side in a list.
