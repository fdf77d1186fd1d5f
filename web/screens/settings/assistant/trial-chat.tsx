import { useEffect, useRef, useState } from 'react'
import { RotateCcw, SendHorizontal } from '#web/ui/icons.ts'
import type { AiTrial } from '#contract/records/assistant.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { cx } from '#web/ui/cx.ts'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { inputClass } from '#web/ui/input-class.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TrialReply } from './trial-reply.tsx'
import { historyOf, type TrialMessage } from './trial.ts'
import { useTrialWords } from './words.ts'

/** A trial conversation that is neither sent nor stored. */
export function TrialChat({ inbox_id }: { inbox_id: string }) {
  const words = useTrialWords()
  const [messages, setMessages] = useState<TrialMessage[]>([])
  const [text, setText] = useState('')
  const trial = useAct('test_ai_agent', {
    silent: true,
    onSuccess: (answer) => setMessages((before) => [...before, { role: 'agent', answer }]),
  })
  const send = () => {
    const message = text.trim()
    if (!message || trial.isPending) return
    setText('')
    setMessages((before) => [...before, { role: 'customer', content: message }])
    trial.mutate({ inbox_id, message, history: historyOf(messages) })
  }
  const restart = () => {
    setMessages([])
    trial.reset()
  }
  const last = messages.findLast((each) => each.role === 'agent')?.answer
  return (
    <div className="min-w-0">
      <Panel
        title={words.title}
        hint={`${words.hint} ${words.unsaved}`}
        aside={
          messages.length > 0 && (
            <IconButton label={words.restart} onClick={restart}>
              <RotateCcw size={15} aria-hidden />
            </IconButton>
          )
        }
      >
        {last && <Model answer={last} />}
        <Log messages={messages} isThinking={trial.isPending} />
        {trial.error && (
          <div className="mb-3">
            <Notice>
              {words.failed}: {describeError(trial.error)}
            </Notice>
          </div>
        )}
        <form noValidate onSubmit={handleSubmit(send)} className="flex items-center gap-2">
          <input
            aria-label={words.placeholder}
            placeholder={words.placeholder}
            value={text}
            maxLength={4000}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            className={cx(inputClass, 'h-9 pointer-coarse:h-11')}
          />
          <IconButton look="primary" type="submit" label={words.send} busy={trial.isPending}>
            {!trial.isPending && <SendHorizontal size={16} aria-hidden />}
          </IconButton>
        </form>
      </Panel>
    </div>
  )
}

function Model({ answer: { model } }: { answer: AiTrial }) {
  const words = useTrialWords()
  if (model) return <p className="mb-3 text-xs text-ink-3">{words.model(model)}</p>
  return (
    <div className="mb-3">
      <Notice tone="plain">{words.noModel}</Notice>
    </div>
  )
}

function Log({ messages, isThinking }: { messages: TrialMessage[]; isThinking: boolean }) {
  const words = useTrialWords()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (messages.length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [messages.length])
  return (
    <div
      role="log"
      aria-label={words.log}
      tabIndex={0}
      className="mb-3 flex h-88 flex-col gap-3 overflow-y-auto rounded-xl bg-sunken p-3"
    >
      {messages.length === 0 && <p className="m-auto max-w-48 text-center text-sm text-ink-3">{words.empty}</p>}
      {messages.map((each, index) =>
        each.role === 'customer' ? (
          <p
            key={index}
            className="max-w-[85%] self-end rounded-2xl rounded-br-sm bg-accent px-3 py-2 text-sm wrap-anywhere text-on-accent"
          >
            <span className="sr-only">{words.you}: </span>
            {each.content}
          </p>
        ) : (
          <TrialReply key={index} answer={each.answer} />
        ),
      )}
      {isThinking && <p className="text-sm text-ink-3">{words.thinking}</p>}
      <div ref={end} />
    </div>
  )
}
