import { useId, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useAccount } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { ComposerBar } from './composer-bar.tsx'
import type { Draft } from './drafts.ts'
import { Modes } from './modes.tsx'
import { send } from './outbox.ts'
import { useSendsByEnter } from './send-key.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useValues } from './suggesting.ts'
import { TextBox } from './text-box.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './uploads.ts'
import { useDrop } from './use-drop.ts'
import { useOnline } from './use-online.ts'
import { useTyping } from './use-typing.ts'
import { useWriting } from './use-writing.ts'
import { filled, unfilledIn } from './variables.ts'

type Props = {
  conversation: Conversation
  draft: Draft
  onChange: (more: Partial<Draft>) => void
  field: RefObject<HTMLTextAreaElement | null>
  copilot: React.ReactNode
  /** Stands above what is written, for example where it came from. */
  above: React.ReactNode
}

/** Where one answers the customer, or leaves a note for the team. */
export function Composer({ conversation, draft, onChange, field, copilot, above }: Props) {
  const { composer: words } = useThreadWords()
  const { id: account_id } = useAccount()
  const isNote = draft.mode === 'note'
  const text = draft[draft.mode]
  const hintId = useId()
  const isOnline = useOnline()
  const typing = useTyping(conversation.id)
  const { uploads, isBusy, ...files } = useUploads()
  const [isRefused, refuse] = useState(false)
  const sendsByEnter = useSendsByEnter()
  const change = (next: string) => {
    onChange({ [draft.mode]: next })
    refuse(false)
    if (next.trim()) typing.write(isNote)
    else typing.stop()
  }
  const writing = useWriting({ conversation, field, text, isNote, onChange: change })
  // What is typed by hand is filled in too; only what nobody knows is left.
  const { values, nameOf } = useValues(conversation, text.includes('{{'))
  const content = filled(text, values).trim()
  const unfilled = unfilledIn(content)
  const uploaded = uploads.flatMap(({ file }) => file ?? [])
  const maySend = isOnline && !isBusy && (text.trim() !== '' || uploaded.length > 0)

  const submit = () => {
    if (!maySend) return
    if (!isNote && unfilled.length > 0) return refuse(true)
    send({ account_id, conversation_id: conversation.id, content, private: isNote, files: uploaded })
    typing.stop()
    onChange({ [draft.mode]: '' })
    files.clear()
    field.current?.focus()
  }
  const attach = (chosen: readonly File[]) => {
    if (!files.add(chosen)) toast.bad(words.tooMany)
    field.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || writing.press(event)) return
    if (event.key === 'Escape') field.current?.blur()
    const isMeant = event.ctrlKey || event.metaKey || (sendsByEnter && !event.shiftKey)
    if (event.key !== 'Enter' || !isMeant) return
    event.preventDefault()
    submit()
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    attach(pasted)
  }
  const drop = useDrop(attach)

  return (
    <section aria-label={isNote ? words.note : words.reply} className="shrink-0 px-3 pb-3 sm:px-4" {...drop.handlers}>
      {above}
      <div
        className={cx(
          'relative rounded-xl ring-1 transition-shadow ring-inset focus-within:ring-2 focus-within:ring-focus',
          isNote ? 'bg-warn-soft ring-warn-text/35' : 'bg-surface ring-edge',
        )}
      >
        {writing.list && <SuggestionList {...writing.list} />}
        <Modes mode={draft.mode} onChange={(mode) => onChange({ mode })} />
        <TextBox
          ref={field}
          value={text}
          aria-label={isNote ? words.noteField : words.replyField}
          placeholder={isNote ? words.noteHint : words.replyHint}
          aria-describedby={hintId}
          {...writing.aria}
          onChange={(event) => writing.change(event.target.value)}
          onSelect={writing.follow}
          onKeyDown={press}
          onPaste={paste}
        />
        {uploads.length > 0 && <UploadList uploads={uploads} onRemove={files.remove} />}
        <div id={hintId} className="px-3 empty:hidden">
          <Hints {...{ isOnline, isNote, isRefused, conversation }} unfilled={unfilled.map(nameOf)} />
        </div>
        <ComposerBar
          isNote={isNote}
          maySend={maySend}
          isBusy={isBusy}
          onSend={submit}
          onAttach={attach}
          onBegin={writing.begin}
          copilot={copilot}
        />
        {drop.isOver && (
          <div className="absolute inset-0 z-10 grid place-items-center rounded-xl bg-accent-soft text-sm font-medium text-accent-text ring-2 ring-accent ring-inset">
            {words.drop}
          </div>
        )}
      </div>
    </section>
  )
}

type Told = {
  isOnline: boolean
  isNote: boolean
  isRefused: boolean
  unfilled: readonly string[]
  conversation: Conversation
}

/** What one should know before sending. */
function Hints({ isOnline, isNote, isRefused, unfilled, conversation }: Told) {
  const { composer: words } = useThreadWords()
  const said = [
    !isOnline && words.offline,
    conversation.contact.blocked && !isNote && words.blocked,
    unfilled.length > 0 && !isNote && words.unfilled(unfilled.join(', ')),
  ].filter((each) => each !== false)
  return said.map((each) => (
    <div key={each} className="pb-1.5">
      <Notice tone={isRefused ? 'bad' : 'warn'}>{each}</Notice>
    </div>
  ))
}
