import type { Inbox } from '#contract/records/inbox.ts'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Answering } from './agents-panel.tsx'

/** The channel's agents and the assignment of new conversations. */
export function PeopleTab({ inbox }: { inbox: Inbox }) {
  const { people: words } = useInboxWords()
  const { data, error, refetch } = useRead('list_agents', {})
  return (
    <div className="max-w-3xl">
      <Assignment inbox={inbox} />
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) => <Answering inbox={inbox} agents={items} />}
      </Loaded>
    </div>
  )
}

function Assignment({ inbox }: { inbox: Inbox }) {
  const { people: words } = useInboxWords()
  const save = useChangeInbox({
    onSaved: ({ auto_assign }) => toast.good(auto_assign ? words.autoOn : words.autoOff),
  })
  // Shows the value being saved.
  const isOn = (save.isPending ? save.variables.auto_assign : undefined) ?? inbox.auto_assign
  return (
    <Panel title={words.assignment}>
      <Switch
        label={words.auto}
        hint={words.autoHint}
        checked={isOn}
        onChange={(auto_assign) => save.mutate({ inbox_id: inbox.id, auto_assign })}
      />
    </Panel>
  )
}
