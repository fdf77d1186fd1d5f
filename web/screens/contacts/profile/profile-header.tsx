import { Plus } from 'lucide-react'
import type { Contact } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { LabelChip } from '#web/parts/label-chip.tsx'
import { LabelPicker } from '#web/parts/label-picker.tsx'
import { useTime } from '#web/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { useSave, useTagging } from '#web/screens/contacts/contact-acts.ts'

export function ProfileHeader({ contact }: { contact: Contact }) {
  const { contacts: words } = useWords()
  const save = useSave(contact.id)
  const time = useTime()
  return (
    <header className="px-5 pb-5">
      <div className="flex items-center gap-3">
        <Avatar name={contact.name} size="lg" />
        <div className="min-w-0 flex-1">
          <h2>
            <InlineEdit
              title
              label={words.fields.name}
              value={contact.name}
              placeholder={words.fields.name}
              save={(name) => save({ name })}
            />
          </h2>
          <p className="px-2 text-sm text-ink-3" title={time.full(contact.created_at)}>
            {words.since(time.day(contact.created_at))}
          </p>
        </div>
      </div>
      <Labels contact={contact} />
    </header>
  )
}

function Labels({ contact }: { contact: Contact }) {
  const { labels: words } = useWords()
  const { labels } = contact
  const { add, remove } = useTagging(contact)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-1.5">
      {labels.map((title) => (
        <LabelChip key={title} title={title} onRemove={() => remove(title)} />
      ))}
      <LabelPicker
        mayCreate
        value={labels}
        onAdd={add}
        onRemove={remove}
        trigger={
          <Button
            size="sm"
            aria-label={words.add}
            className="h-5.5! rounded-full! text-xs! pointer-coarse:h-7!"
            icon={<Plus size={13} />}
          >
            {words.add}
          </Button>
        }
      />
    </div>
  )
}
