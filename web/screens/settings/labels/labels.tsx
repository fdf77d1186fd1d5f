import { useRef, useState, type ReactNode } from 'react'
import { Search } from '#web/ui/icons.ts'
import type { Label } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useCommands } from '#web/commands/commands.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { matchesWords } from '#web/ui/matches-words.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SortList, type Moves } from '#web/ui/sort-list/sort-list.tsx'
import { useReorder } from '#web/ui/sort-list/use-reorder.ts'
import { LooseThread, Spool } from '#web/ui/thread-art.tsx'
import { DeleteLabel } from './delete-label.tsx'
import { EditLabel } from './edit-label.tsx'
import { useLabelWords } from './words.ts'

export function Labels() {
  const words = useLabelWords()
  const { data, error, refetch } = useRead('list_labels', {})
  const [edited, edit] = useState<Label | 'new'>()
  const create = <CreateButton label={words.create} onCreate={() => edit('new')} />
  return (
    <Section narrow title={words.title} hint={words.hint} actions={data?.items.length === 0 ? undefined : create}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) => <List labels={items} create={create} onEdit={edit} />}
      </Loaded>
      <EditLabel edited={edited} onClose={() => edit(undefined)} />
    </Section>
  )
}

type ListProps = { labels: Label[]; create: ReactNode; onEdit: (label: Label) => void }

function List({ labels, create, onEdit }: ListProps) {
  const words = useLabelWords()
  const { common } = useWords()
  const [text, setText] = useState('')
  const [deleted, remove] = useState<Label>()
  const field = useRef<HTMLInputElement>(null)
  useCommands([{ name: words.search, key: '/', icon: Search, run: () => field.current?.focus() }])
  const reorder = useReorder('list_labels', 'reorder_labels')
  const found = labels.filter(({ title, description }) => matchesWords(`${title} ${description ?? ''}`, text))
  if (labels.length === 0) {
    return (
      <EmptyState art={<Spool />} title={words.empty} actions={create}>
        {words.emptyHint}
      </EmptyState>
    )
  }
  return (
    <>
      {labels.length > 8 && (
        <div className="mb-4 flex max-w-sm">
          <SearchField
            ref={field}
            hotkey="/"
            label={words.search}
            clearLabel={common.clear}
            value={text}
            onChange={setText}
          />
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState art={<LooseThread />} title={words.noMatch}>
          {words.noMatchHint}
        </EmptyState>
      ) : (
        <SortList label={words.list} items={found} nameOf={({ title }) => title} onReorder={text ? undefined : reorder}>
          {(label, moves) => <Row label={label} moves={moves} onEdit={onEdit} onDelete={remove} />}
        </SortList>
      )}
      <DeleteLabel label={deleted} onClose={() => remove(undefined)} />
    </>
  )
}

type RowProps = { label: Label; moves: Moves; onEdit: (label: Label) => void; onDelete: (label: Label) => void }

function Row({ label, moves, onEdit, onDelete }: RowProps) {
  return (
    <>
      <span aria-hidden className="size-3.5 shrink-0 rounded-full" style={{ background: label.color }} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onEdit(label)}
          className="block max-w-full truncate text-left text-base font-medium after:absolute after:inset-0"
        >
          {label.title}
        </button>
        {label.description && <div className="truncate text-sm text-ink-3">{label.description}</div>}
      </div>
      <RowMenu name={label.title} moves={moves} onEdit={() => onEdit(label)} onDelete={() => onDelete(label)} />
    </>
  )
}
