import { useCallback, useRef, useState } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { bulkActions } from '#web/screens/inbox/bulk/bulk-actions.ts'
import type { Bulk } from '#web/screens/inbox/bulk/use-bulk.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import type { SwipeAction } from './swipe-row.tsx'

/** The actions of swiped rows. Snoozing asks until when. */
export function useSwipes({ runOne }: Bulk) {
  const { bulk: words } = useInboxWords()
  const [swiped, snooze] = useState<Conversation>()
  const act = (conversation: Conversation, action: SwipeAction) => {
    if (action === 'resolve') void runOne(conversation, bulkActions.resolve, words.resolved)
    else if (action === 'reopen') void runOne(conversation, bulkActions.reopen, words.reopened)
    else snooze(conversation)
  }
  // Rows are memoised, so their handler stays the same.
  const latest = useRef(act)
  latest.current = act
  const onSwipe = useCallback((...swipe: Parameters<typeof act>) => latest.current(...swipe), [])
  const snoozing = swiped && {
    name: swiped.contact.name,
    onClose: () => snooze(undefined),
    onChoose: (until: string | null) => void runOne(swiped, bulkActions.snooze(until), words.snoozed),
  }
  return { onSwipe, snoozing }
}
