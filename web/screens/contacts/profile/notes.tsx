import { useState, type KeyboardEvent } from 'react'
import { Trash2 } from 'lucide-react'
import type { Profile } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { useTime } from '#web/time.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Section } from './section.tsx'

type Props = { contact_id: string; notes: Profile['notes'] | undefined }

/** What the team tells each other about the contact, who never sees it. */
export function Notes({ contact_id, notes }: Props) {
  const { contacts: words } = useWords()
  return (
    <Section title={words.notes.title}>
      <Write contact_id={contact_id} />
      {!notes && <Skeleton className="mt-4 h-3 w-48" />}
      <ul className="mt-4 space-y-3">
        {notes?.map((note) => (
          <Note key={note.id} contact_id={contact_id} note={note} />
        ))}
      </ul>
      {notes?.length === 0 && <p className="text-sm text-ink-3">{words.notes.none}</p>}
    </Section>
  )
}

function Write({ contact_id }: { contact_id: string }) {
  const { contacts: words } = useWords()
  const [text, setText] = useState('')
  const add = useAct('add_contact_note', { refreshes: ['get_contact'], onSuccess: () => setText('') })
  const send = () => text.trim() && !add.isPending && add.mutate({ contact_id, body: text.trim() })
  const keys = (event: KeyboardEvent) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && send()
  return (
    <div>
      <textarea
        aria-label={words.notes.write}
        placeholder={words.notes.write}
        rows={text ? 3 : 2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
        className={cx(inputClass, 'block resize-y py-2')}
      />
      {text.trim() && (
        <div className="mt-2 flex justify-end">
          <Button look="primary" size="sm" busy={add.isPending} onClick={send}>
            {words.notes.add}
            <Kbd onAccent>⌘↵</Kbd>
          </Button>
        </div>
      )}
    </div>
  )
}

function Note({ contact_id, note }: { contact_id: string; note: Profile['notes'][number] }) {
  const { contacts: words } = useWords()
  const time = useTime()
  const remove = useAct('delete_contact_note', { refreshes: ['get_contact'] })
  return (
    <li className="rounded-xl bg-sunken px-3 py-2.5">
      <div className="flex items-center gap-2 text-xs text-ink-3">
        <span className="min-w-0 truncate font-medium text-ink-2">{note.author.name}</span>
        <time dateTime={note.created_at} title={time.full(note.created_at)} className="flex-1 whitespace-nowrap">
          {time.ago(note.created_at)}
        </time>
        <IconButton
          size="sm"
          label={words.notes.remove}
          busy={remove.isPending}
          onClick={() => remove.mutate({ contact_id, note_id: note.id })}
          className="-my-1 -mr-1.5"
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      <p className="mt-0.5 text-base wrap-anywhere whitespace-pre-wrap">{note.body}</p>
    </li>
  )
}
