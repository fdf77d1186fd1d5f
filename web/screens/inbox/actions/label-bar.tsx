import { Tag } from 'lucide-react'
import type { Conversation } from '#contract/records/conversation.ts'
import { LabelChip } from '#web/parts/label-chip.tsx'
import { LabelPicker } from '#web/parts/label-picker.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { FactButton } from './fact-button.tsx'
import type { Acts } from './use-acts.ts'

type Props = { conversation: Conversation; acts: Acts; open: boolean; onOpenChange: (open: boolean) => void }

export function LabelBar({ conversation: { labels }, acts, ...popup }: Props) {
  const { labels: words } = useThreadWords()
  return (
    <>
      <LabelPicker
        {...popup}
        mayCreate
        value={labels}
        onAdd={acts.addLabel}
        onRemove={acts.removeLabel}
        trigger={<FactButton label={words.open} hotkey="l" icon={<Tag size={14} aria-hidden />} />}
      />
      {labels.map((title) => (
        <LabelChip key={title} title={title} onRemove={() => acts.removeLabel(title)} />
      ))}
    </>
  )
}
