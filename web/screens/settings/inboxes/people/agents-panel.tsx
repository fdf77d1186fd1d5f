import { useState } from 'react'
import type { Inbox } from '#contract/records/inbox.ts'
import type { Agent } from '#contract/records/people.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useCacheInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { matchesWords } from '#web/ui/matches-words.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AgentRow } from './agent-row.tsx'

/** All agents, with those of this channel checked. */
export function Answering({ inbox, agents }: { inbox: Inbox; agents: Agent[] }) {
  const { common } = useWords()
  const { people: words } = useInboxWords()
  const [text, setText] = useState('')
  const ordered = (ids: readonly string[]) => agents.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
  const { draft, isChanged, change, discard } = useDraft({ members: ordered(inbox.member_ids) })
  const cacheInbox = useCacheInbox()
  const save = useAct('set_inbox_members', {
    invalidates: ['list_inboxes'],
    onSuccess: (saved) => {
      cacheInbox(saved)
      toast.good(words.saved)
      // Deferred until the page shows the new value, so that nothing flashes.
      setTimeout(discard)
    },
  })
  const { members } = draft
  const found = agents.filter(({ name, email }) => matchesWords(`${name} ${email}`, text))
  const choose = (ids: readonly string[]) => change({ members: ordered(ids) })
  const turn = (id: string, isIn: boolean) => choose(isIn ? [...members, id] : members.filter((each) => each !== id))

  return (
    <form noValidate onSubmit={handleSubmit(() => save.mutate({ inbox_id: inbox.id, members }))}>
      <Panel title={`${words.members} (${members.length})`} hint={words.membersHint}>
        {agents.length > 8 && (
          <div className="mb-3 flex max-w-sm">
            <SearchField label={words.search} clearLabel={common.clear} value={text} onChange={setText} />
          </div>
        )}
        <div className="flex items-center gap-3 border-b border-line py-2 text-xs font-medium text-ink-3">
          <Checkbox
            label={words.all}
            checked={members.length === agents.length}
            partly={members.length > 0 && members.length < agents.length}
            onChange={(isOn) => choose(isOn ? agents.map(({ id }) => id) : [])}
          />
          <span className="flex-1">{words.all}</span>
          <span className="w-28 pl-2" title={words.capacityHint}>
            {words.capacityTitle}
          </span>
        </div>
        <ul className="divide-y divide-line">
          {found.map((agent) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              isIn={members.includes(agent.id)}
              onTurn={(isIn) => turn(agent.id, isIn)}
            />
          ))}
        </ul>
        {found.length === 0 && <p className="py-6 text-center text-sm text-ink-3">{words.noMatch}</p>}
        <p className="mt-3 text-xs text-ink-3">{words.capacityHint}</p>
      </Panel>
      <SaveBar isChanged={isChanged} busy={save.isPending} onDiscard={discard} />
    </form>
  )
}
