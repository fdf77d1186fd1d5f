import type { Conversation } from '#contract/records/conversation.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  isOnline: boolean
  isNote: boolean
  isRejected: boolean
  unfilled: readonly string[]
  conversation: Conversation
  /** Characters left, when the text is near the channel's limit. */
  left: number | undefined
}

/** Warnings to read before sending. */
export function Hints({ isOnline, isNote, isRejected, unfilled, conversation, left }: Props) {
  const { composer: words } = useThreadWords()
  const hints = [
    !isOnline && words.offline,
    conversation.contact.blocked && !isNote && words.blocked,
    left !== undefined && (left >= 0 ? words.left(left) : words.tooLong(-left)),
    unfilled.length > 0 && !isNote && words.unfilled(unfilled.join(', ')),
  ].filter((each) => each !== false)
  return hints.map((each) => (
    <div key={each} className="pb-1.5">
      <Notice tone={isRejected ? 'bad' : 'warn'}>{each}</Notice>
    </div>
  ))
}
