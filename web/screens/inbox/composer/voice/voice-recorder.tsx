import { useEffect, useState, type KeyboardEvent } from 'react'
import { sendFiles } from '#web/app/api.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import type { Uploaded } from '#web/screens/inbox/composer/uploads.ts'
import { formatSeconds } from '#web/screens/inbox/thread/file-size.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Button } from '#web/ui/button.tsx'
import { SendHorizontal, Trash2 } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { RecordingFormat } from './recording-format.ts'
import { useRecorder } from './use-recorder.ts'

type Props = { format: RecordingFormat; onDiscard: () => void; onSend: (file: Uploaded) => void }

/** Records a voice note: a timer, and the choice to discard or send it. */
export function VoiceRecorder({ format, onDiscard, onSend }: Props) {
  const { composer } = useThreadWords()
  const words = composer.voice
  const { id: account_id } = useAccount()
  const { state, startedAt, finish } = useRecorder(format)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const seconds = useSeconds(isSending ? undefined : startedAt)
  const submit = async () => {
    setSending(true)
    setError(undefined)
    try {
      const file = await finish()
      const sent = await sendFiles(account_id, 'upload_attachments', {} as never, { attachments: [file] })
      onSend(sent.attachments[0]!)
    } catch (failure) {
      setError(failure)
      setSending(false)
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDiscard()
  }
  const problem = state === 'denied' ? words.denied : state === 'absent' ? words.absent : undefined
  return (
    <div role="group" aria-label={words.record} onKeyDown={press} className="px-3 py-2">
      {(problem || error !== undefined) && (
        <div className="pb-2">
          <Notice>{problem ?? describeError(error, 'attachments')}</Notice>
        </div>
      )}
      <div className="flex min-h-16 flex-wrap items-center gap-2">
        {!problem && (
          <p className="flex min-w-0 flex-1 items-center gap-2 text-base">
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-full bg-danger motion-safe:animate-pulse data-waiting:bg-line"
              data-waiting={state === 'requesting' || undefined}
            />
            <span role="status">{state === 'requesting' ? words.asking : words.recording}</span>
            <span role="timer" className="font-medium tabular-nums">
              {formatSeconds(seconds)}
            </span>
          </p>
        )}
        <div className="ml-auto flex gap-2">
          <Button look="outline" icon={<Trash2 size={15} aria-hidden />} onClick={onDiscard}>
            {words.discard}
          </Button>
          {!problem && (
            <Button
              autoFocus
              look="primary"
              busy={isSending}
              disabled={state !== 'recording'}
              focusableWhenDisabled
              icon={<SendHorizontal size={15} aria-hidden />}
              onClick={() => void submit()}
            >
              {composer.send}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Seconds since the start; stands still without one. */
function useSeconds(startedAt: number | undefined): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (startedAt === undefined) return
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startedAt) / 1000)), 250)
    return () => clearInterval(timer)
  }, [startedAt])
  return seconds
}
