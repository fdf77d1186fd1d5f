import { Tag } from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { LabelPicker } from '#web/features/labels/label-picker.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { FactButton } from './fact-button.tsx'
import type { Actions } from './use-actions.ts'

type Props = { conversation: Conversation; actions: Actions; open: boolean; onOpenChange: (open: boolean) => void }

export function LabelBar({ conversation: { labels }, actions, ...popup }: Props) {
  const { labels: words } = useThreadWords()
  return (
    <>
      <LabelPicker
        {...popup}
        mayCreate
        value={labels}
        onAdd={actions.addLabel}
        onRemove={actions.removeLabel}
        trigger={<FactButton label={words.open} hotkey="l" icon={<Tag size={14} aria-hidden />} />}
      />
      {labels.map((title) => (
        <span key={title} title={title} className="flex min-w-14">
          <LabelChip title={title} onRemove={() => actions.removeLabel(title)} />
        </span>
      ))}
    </>
  )
}
