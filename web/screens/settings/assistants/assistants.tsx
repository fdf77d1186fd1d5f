import { useState } from 'react'
import type { ConnectedAssistant } from '#contract/records/access.ts'
import { usePages } from '#web/app/query.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { AssistantRow } from './assistant-row.tsx'
import { ActionsDialog } from './actions-dialog.tsx'
import { ConnectPanel } from './connect-panel.tsx'
import { useAssistantsWords } from './words.ts'

/** How to connect assistants, and those that are connected: the person's own, and for administrators everybody's. */
export function Assistants() {
  const words = useAssistantsWords()
  const { role } = useAccount()
  const { user } = useSession()
  const list = usePages('list_connected_assistants', role === 'administrator' ? { everyone: true } : {})
  const [shown, show] = useState<ConnectedAssistant>()
  const [ended, end] = useState<ConnectedAssistant>()
  const isMine = ({ person }: ConnectedAssistant) => person.id === user.id
  return (
    <Section title={words.title} hint={words.hint} narrow>
      <ConnectPanel />
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed} rows={2}>
        {(items) => (
          <>
            <Group title={words.mine} empty={words.empty} items={items.filter(isMine)} onShow={show} onEnd={end} />
            <Group title={words.others} items={items.filter((each) => !isMine(each))} onShow={show} onEnd={end} />
            {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
          </>
        )}
      </Loaded>
      <ActionsDialog assistant={shown} onClose={() => show(undefined)} />
      <DeleteDialog
        record={ended}
        nameOf={({ name }) => name}
        onClose={() => end(undefined)}
        operation="disconnect_assistant"
        input={({ id }) => ({ assistant_id: id })}
        invalidates={['list_connected_assistants']}
        words={{ deleteTitle: words.disconnectTitle, deleted: words.disconnected, delete: words.disconnect }}
      >
        {words.disconnectWarning}
      </DeleteDialog>
    </Section>
  )
}

type GroupProps = {
  title: string
  /** Shown without any; without it the group is left out. */
  empty?: string
  items: ConnectedAssistant[]
  onShow: (assistant: ConnectedAssistant) => void
  onEnd: (assistant: ConnectedAssistant) => void
}

function Group({ title, empty, items, onShow, onEnd }: GroupProps) {
  if (items.length === 0 && !empty) return null
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-sm font-semibold text-ink-2">{title}</h2>
      {items.length === 0 ? (
        <p className="text-ink-2">{empty}</p>
      ) : (
        <ul className="divide-y divide-line rounded-xl ring-1 ring-line">
          {items.map((each) => (
            <AssistantRow key={each.id} assistant={each} onShow={() => onShow(each)} onEnd={() => onEnd(each)} />
          ))}
        </ul>
      )}
    </section>
  )
}
