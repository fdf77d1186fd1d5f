import { lazy, Suspense, useRef, useState } from 'react'
import { Inbox as InboxIcon, Search } from '#web/ui/icons.ts'
import type { CannedResponse } from '#contract/records/workspace.ts'
import { useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useCommands } from '#web/commands/commands.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { matchesWords } from '#web/ui/matches-words.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { LooseThread, Spool } from '#web/ui/thread-art.tsx'
import { CannedList } from './canned-list.tsx'
import { useCannedWords } from './words.ts'

const EditCanned = lazy(() => import('./edit-canned.tsx').then(({ EditCanned }) => ({ default: EditCanned })))

export function CannedResponses() {
  const words = useCannedWords()
  const { data, error, refetch } = useRead('list_canned_responses', {})
  const [edited, edit] = useState<CannedResponse | 'new'>()
  const [hasOpened, setHasOpened] = useState(false)
  const open = (which: CannedResponse | 'new') => {
    setHasOpened(true)
    edit(which)
  }
  const create = <CreateButton label={words.create} onCreate={() => open('new')} />
  return (
    <Section title={words.title} hint={words.hint} actions={data?.items.length === 0 ? undefined : create}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={create}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <Found responses={items} onEdit={open} />
          )
        }
      </Loaded>
      {hasOpened && (
        <Suspense fallback={null}>
          <EditCanned edited={edited} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}

function Found({ responses, onEdit }: { responses: CannedResponse[]; onEdit: (response: CannedResponse) => void }) {
  const words = useCannedWords()
  const { common } = useWords()
  const [text, setText] = useState('')
  const [inbox, setInbox] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useCommands([{ name: words.search, key: '/', icon: Search, run: () => field.current?.focus() }])
  const found = responses.filter(
    (each) => (!inbox || each.inbox.id === inbox) && matchesWords(`${each.short_code} ${each.content}`, text),
  )
  const inboxes = {
    '': words.allInboxes,
    ...Object.fromEntries(responses.map(({ inbox: { id, name } }) => [id, name])),
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="flex w-full max-w-sm">
          <SearchField
            ref={field}
            hotkey="/"
            label={words.search}
            clearLabel={common.clear}
            value={text}
            onChange={setText}
          />
        </div>
        <Select
          label={words.inbox}
          value={inbox}
          choices={inboxes}
          onChange={setInbox}
          icon={<InboxIcon size={15} aria-hidden />}
          marked={inbox !== ''}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState art={<LooseThread />} title={words.noMatch}>
          {words.noMatchHint}
        </EmptyState>
      ) : (
        <CannedList responses={found} isPart={text !== ''} onEdit={onEdit} />
      )}
    </>
  )
}
