import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { ArrowRight, MessageSquare, Search, User, type LucideIcon } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { backdropClass, viewportClass, windowClass } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { itemClass } from '#web/ui/menu.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useAllCommands } from './commands.ts'

/** Everything that can be done from here, and every person and conversation, found by typing. */
export function CommandBar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { commands: words } = useWords()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Viewport className={viewportClass}>
          <Dialog.Popup aria-label={words.title} className={cx(windowClass, 'sm:max-w-xl')}>
            <Bar onClose={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Item = { id: string; label: string; hint?: string; key?: string | undefined; icon: LucideIcon; run: () => void }
type Group = { value: string; items: Item[] }

function Bar({ onClose }: { onClose: () => void }) {
  const { commands: words } = useWords()
  const [text, setText] = useState('')
  const groups = [...useDoable(), ...useFound(text)]
  const choose = (item: Item) => {
    onClose()
    // What it opens takes the focus after this window has given it back.
    requestAnimationFrame(item.run)
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={text}
      onValueChange={setText}
      filter={(item: Item, query) => item.id.startsWith('found:') || matches(item.label, query)}
      itemToStringValue={({ label }: Item) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Search size={17} aria-hidden className="shrink-0 text-ink-3" />
        <Autocomplete.Input
          aria-label={words.placeholder}
          placeholder={words.placeholder}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none pointer-coarse:text-[1rem]"
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className="max-h-[min(60dvh,26rem)] overflow-y-auto overscroll-contain">
        <Autocomplete.Empty className="px-4 py-10 text-center text-sm text-ink-3 empty:hidden">
          {words.nothing}
        </Autocomplete.Empty>
        <Autocomplete.List className="p-1.5 data-empty:hidden">
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: Item) => (
                  <Autocomplete.Item key={item.id} value={item} onClick={() => choose(item)} className={itemClass}>
                    <item.icon size={16} aria-hidden />
                    <span className="min-w-0 truncate">{item.label}</span>
                    {item.hint && <span className="min-w-0 flex-1 truncate text-ink-3">{item.hint}</span>}
                    {item.key && (
                      <span className="ml-auto flex gap-1">
                        {item.key.split(' ').map((key) => (
                          <Kbd key={key}>{key}</Kbd>
                        ))}
                      </span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}

/** Commands under their headings, in the order they were offered. */
function useDoable(): Group[] {
  const { commands: words } = useWords()
  const groups = new Map<string, Item[]>()
  for (const { name, run, key, icon = ArrowRight, group = words.actions } of useAllCommands()) {
    const items = groups.get(group) ?? groups.set(group, []).get(group)!
    if (!items.some(({ label }) => label === name)) items.push({ id: `${group}:${name}`, label: name, key, icon, run })
  }
  return [...groups].map(([value, items]) => ({ value, items }))
}

/** People and conversations that match what was typed. */
function useFound(text: string): Group[] {
  const { commands: words } = useWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  useDebounced(text.trim(), setQuery)
  const enabled = query.length > 1
  const people = useRead('search_contacts', { query, limit: 5 }, { enabled, keepsPrevious: true }).data?.items ?? []
  const said = useRead('search_messages', { query, limit: 5 }, { enabled, keepsPrevious: true }).data?.items ?? []
  if (!enabled) return []
  return [
    {
      value: words.people,
      items: people.map(({ id, name, phone_number, email }) => ({
        id: `found:contact:${id}`,
        label: name,
        hint: phone_number ?? email ?? '',
        icon: User,
        run: () =>
          void navigate({ to: '/app/$account_id/contacts/$contact_id', params: { account_id, contact_id: id } }),
      })),
    },
    {
      value: words.conversations,
      items: said.map(({ id, content, conversation_id }) => ({
        id: `found:message:${id}`,
        label: content ?? '',
        icon: MessageSquare,
        run: () =>
          void navigate({
            to: '/app/$account_id/conversations/$conversation_id',
            params: { account_id, conversation_id },
          }),
      })),
    },
  ].filter(({ items }) => items.length > 0)
}

const matches = (label: string, query: string) =>
  fold(query)
    .split(/\s+/)
    .every((word) => fold(label).includes(word))
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
