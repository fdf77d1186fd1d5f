import { Ban, Plus } from '#web/ui/icons.ts'
import type { Contact } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { LabelPicker } from '#web/features/labels/label-picker.tsx'
import { useTime } from '#web/app/format/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useSaveContact, useContactLabels } from './contact-actions.ts'
import { useContactWords } from './words.ts'

/** Name, headline and labels. `compact` is for the panel beside a conversation, which has a menu at its right. */
export function ProfileHeader({ contact, compact = false }: { contact: Contact; compact?: boolean }) {
  const words = useContactWords()
  const save = useSaveContact(contact.id)
  return (
    <header className="px-5 pb-4 @max-[22rem]:px-4">
      <div className={cx('flex items-center', compact ? 'gap-2 pr-8' : 'gap-3')}>
        <Avatar name={contact.name} src={contact.avatar_url} size="lg" />
        <div className="min-w-0 flex-1">
          <h2 className={cx(compact && '*:text-lg!')}>
            <InlineEdit
              title
              label={words.fields.name}
              value={contact.name}
              placeholder={words.fields.name}
              save={(name) => save({ name })}
            />
          </h2>
          <Headline contact={contact} />
        </div>
      </div>
      <Labels contact={contact} />
    </header>
  )
}

/** Job, location and last activity. */
function Headline({ contact }: { contact: Contact }) {
  const words = useContactWords()
  const time = useTime()
  const { job_title, company_name, city, country, last_activity_at, created_at } = contact
  const lines = [
    [job_title, company_name].filter(Boolean).join(' · '),
    [city, country].filter(Boolean).join(', '),
  ].filter(Boolean)
  return (
    <div className="px-2 text-sm text-ink-3">
      {lines.map((line) => (
        <p key={line} className="truncate text-ink-2">
          {line}
        </p>
      ))}
      <p title={time.full(last_activity_at ?? created_at)}>
        {last_activity_at ? words.lastActivity(time.ago(last_activity_at)) : words.since(time.day(created_at))}
      </p>
    </div>
  )
}

export function Labels({ contact }: { contact: Contact }) {
  const { labels: words } = useWords()
  const { labels } = contact
  const { add, remove } = useContactLabels(contact)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-1.5">
      {contact.blocked && <Blocked />}
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

function Blocked() {
  const words = useContactWords()
  return (
    <Tooltip text={words.blockedHint}>
      <span tabIndex={0} className="rounded-full">
        <Badge tone="bad">
          <Ban size={12} aria-hidden />
          {words.blocked}
        </Badge>
      </span>
    </Tooltip>
  )
}
