import { lazy, Suspense, useState } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageSquareQuote } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'

const SendTemplate = lazy(async () => ({ default: (await import('./template/send-template.tsx')).SendTemplate }))

/** Says that the channel no longer allows free text, and offers the kinds of messages it does. */
export function ClosedWindow({ conversation }: { conversation: Conversation }) {
  const { composer } = useThreadWords()
  const words = composer.window
  const [isOpen, open] = useState<boolean>()
  const maySend = conversation.reply_window?.may_send ?? []
  const advice = [
    maySend.includes('human_agent') && words.humanAgent,
    maySend.includes('template') && words.template,
    maySend.length === 0 && words.nothing,
  ].filter((each) => each !== false)
  return (
    <div className="mb-2">
      <Notice tone="warn">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 flex-1 basis-60">{[words.closed, ...advice].join(' ')}</span>
          {maySend.includes('template') && (
            <Button
              look="outline"
              size="sm"
              icon={<MessageSquareQuote size={14} aria-hidden />}
              onClick={() => open(true)}
            >
              {composer.template.open}
            </Button>
          )}
        </div>
      </Notice>
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <SendTemplate open={isOpen} onClose={() => open(false)} conversation={conversation} />
        </Suspense>
      )}
    </div>
  )
}
