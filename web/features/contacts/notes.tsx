import { useState, type KeyboardEvent } from 'react'
import { Trash2 } from '#web/ui/icons.ts'
import type { Profile } from '#web/app/api.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { useAct } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { inputClass } from '#web/ui/input-class.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { errorText } from './contact-actions.ts'
import { useContactWords } from './words.ts'
import { EmptyLine, Section } from './section.tsx'

type Props = { contact_id: string; notes: Profile['notes'] | undefined; storageKey?: string }

const staleReads = ['get_contact', 'get_contact_timeline'] as const

/** Notes of the team about the contact, who never sees them. */
export function Notes({ contact_id, notes, storageKey }: Props) {
  const { notes: words } = useContactWords()
  return (
    <Section title={words.title} count={notes?.length} {...(storageKey && { storageKey })}>
      <NoteForm contact_id={contact_id} />
      {!notes && <Skeleton className="mt-4 h-3 w-48" />}
      <ul className="mt-3 space-y-2.5 empty:hidden">
        {notes?.map((note) => (
          <Note key={note.id} contact_id={contact_id} note={note} />
        ))}
      </ul>
      {notes?.length === 0 && <EmptyLine>{words.none}</EmptyLine>}
    </Section>
  )
}

function NoteForm({ contact_id }: { contact_id: string }) {
  const { notes: words } = useContactWords()
  const [text, setText] = useState('')
  const add = useAct('add_contact_note', { invalidates: staleReads, onSuccess: () => setText('') })
  const send = () => text.trim() && !add.isPending && add.mutate({ contact_id, body: text.trim() })
  const keys = (event: KeyboardEvent) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && send()
  return (
    <div>
      <textarea
        aria-label={words.write}
        placeholder={words.write}
        rows={text ? 3 : 2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
        className={cx(inputClass, 'block resize-y py-2')}
      />
      {text.trim() && (
        <div className="mt-2 flex justify-end">
          <Button look="primary" size="sm" busy={add.isPending} onClick={send}>
            {words.add}
            <Kbd onAccent>⌘↵</Kbd>
          </Button>
        </div>
      )}
    </div>
  )
}

function Note({ contact_id, note }: { contact_id: string; note: Profile['notes'][number] }) {
  const { notes: words } = useContactWords()
  const [isDeleting, setDeleting] = useState(false)
  const update = useAct('update_contact_note', { invalidates: staleReads, silent: true })
  const save = async (body: string) => {
    try {
      await update.mutateAsync({ contact_id, note_id: note.id, body })
      return undefined
    } catch (error) {
      return errorText(error, 'body')
    }
  }
  return (
    <li className="rounded-xl bg-sunken px-3 py-2">
      <div className="flex items-center gap-2 text-xs text-ink-3">
        <span className="min-w-0 truncate font-medium text-ink-2">{note.author.name}</span>
        <TimeAgo at={note.created_at} className="flex-1 whitespace-nowrap" />
        <IconButton
          size="sm"
          label={words.delete}
          aria-haspopup="dialog"
          onClick={() => setDeleting(true)}
          className="-my-1 -mr-1.5"
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      <div className="-mx-2">
        <InlineEdit multiline label={words.one} value={note.body} placeholder="—" save={save} />
      </div>
      <DeleteDialog
        record={isDeleting ? note : undefined}
        onClose={() => setDeleting(false)}
        operation="delete_contact_note"
        input={({ id }) => ({ contact_id, note_id: id })}
        invalidates={staleReads}
        words={{ deleteTitle: () => words.deleteTitle }}
      >
        {words.deleteWarning}
      </DeleteDialog>
    </li>
  )
}
