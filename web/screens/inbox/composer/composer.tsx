import { useId, useState } from 'react'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import type { Copilot } from '#web/screens/inbox/copilot/use-copilot.ts'
import { cx } from '#web/ui/cx.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { ClosedWindow } from './closed-window.tsx'
import { ComposerBar } from './composer-bar.tsx'
import { DemoLine } from './demo-line.tsx'
import { EditBar } from './edit-bar.tsx'
import { FormatBar } from './formatting/format-bar.tsx'
import { useFormatting, type Format } from './formatting/use-formatting.ts'
import { Hints } from './hints.tsx'
import { MailFields } from './mail/mail-fields.tsx'
import { Signature } from './mail/signature.tsx'
import { Modes } from './modes.tsx'
import { QuoteBar } from './quote-bar.tsx'
import { useSendCommands } from './schedule/send-steps.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { TextBox } from './text-box.tsx'
import { UploadList } from './upload-list.tsx'
import { useDrop } from './use-drop.ts'
import { findRecordingFormat, useFieldKeys, useWriting, type WritingOptions } from './use-writing.ts'

const VoiceRecorder = lazyComponent(async () => (await import('./voice/voice-recorder.tsx')).VoiceRecorder)

type Props = WritingOptions & {
  copilot: Copilot
  /** Shown above the field, for example the sources of a suggestion. */
  above: React.ReactNode
}

/** Writes a reply to the customer or an internal note for the team, and edits sent messages. */
export function Composer(props: Props) {
  const { conversation, draft, onChange, field, onQuote, editing, copilot, above } = props
  const { composer: words } = useThreadWords()
  const writing = useWriting(props)
  const { isEditing, isNote, quoted, text, isOnline, isRejected, isAllowed, limits, autocomplete, mail } = writing
  const formatting = useFormatting(props, isNote, autocomplete.change)
  useSendCommands(writing)
  const keys = useFieldKeys(writing, props, formatting.press)
  const texts = useFieldTexts(isNote)
  const hintId = useId()
  const [isRecording, record] = useState(false)
  const [showsFormats, showFormats] = useState(false)
  const format = findRecordingFormat(conversation, writing)
  const stopRecording = () => {
    record(false)
    requestAnimationFrame(() => field.current?.focus())
  }
  const drop = useDrop(writing.attach)

  return (
    <section
      aria-label={isNote ? words.note : words.reply}
      className="shrink-0 px-2 pb-2 sm:px-4 sm:pb-3"
      {...drop.handlers}
    >
      {above}
      {limits.isClosed && <ClosedWindow conversation={conversation} />}
      <div
        className={cx(
          'relative rounded-xl ring-1 transition-shadow ring-inset focus-within:ring-2 focus-within:ring-focus',
          isNote ? 'bg-warn-soft ring-warn-text/35' : 'bg-surface ring-edge',
        )}
      >
        {autocomplete.list && <SuggestionList {...autocomplete.list} />}
        <Top {...{ draft, onChange, editing, isEditing, showsFormats }} onFormat={!isRecording && formatting.format} />
        {!isNote && <DemoLine conversation={conversation} />}
        {quoted && <QuoteBar quoted={quoted} onRemove={() => onQuote(undefined)} />}
        {mail && <MailFields to={mail.to} parts={mail.parts} onChange={mail.change} />}
        {isRecording && format ? (
          <VoiceRecorder
            format={format}
            onDiscard={stopRecording}
            onSend={(file) => {
              writing.sendVoiceNote(file)
              stopRecording()
            }}
          />
        ) : (
          <>
            <TextBox
              ref={field}
              value={text}
              {...texts}
              aria-describedby={hintId}
              {...autocomplete.aria}
              onChange={(event) => autocomplete.change(event.target.value)}
              onSelect={autocomplete.follow}
              {...keys}
            />
            <Signature text={mail?.signature} />
            {!isEditing && <UploadList uploads={writing.uploads} onRemove={writing.removeUpload} />}
            <div id={hintId} className="px-3 empty:hidden">
              <Hints
                {...{ isOnline, isNote, isRejected, conversation }}
                left={limits.left}
                unfilled={writing.unfilled}
              />
            </div>
            <ComposerBar
              {...{ conversation, isNote, isEditing, text, copilot }}
              onMode={(mode) => onChange({ mode })}
              maySend={writing.maySend}
              isOpen={isAllowed}
              isBusy={writing.isBusy}
              onSend={writing.submit}
              onAttach={writing.attach}
              onBegin={autocomplete.begin}
              onInsert={autocomplete.insert}
              onRecord={format && (() => record(true))}
              onShowFormats={formatting.format && (() => showFormats(!showsFormats))}
              onClear={() => onChange({ reply: '' })}
            />
          </>
        )}
        {drop.isOver && <DropTarget text={words.drop} />}
      </div>
    </section>
  )
}

type TopProps = Pick<Props, 'draft' | 'onChange' | 'editing'> & {
  isEditing: boolean
  /** On a phone, where the tools are shown only on request. */
  showsFormats: boolean
  onFormat: ((format: Format) => void) | false | undefined
}

/** The kind of message, and the tools that format its text. */
function Top({ draft, onChange, editing, isEditing, showsFormats, onFormat }: TopProps) {
  const isWide = useWide(40)
  return (
    <div className="flex flex-wrap items-center">
      <div className="min-w-0 flex-1">
        {isEditing ? (
          <EditBar onCancel={editing.cancel} />
        ) : (
          <Modes mode={draft.mode} onChange={(mode) => onChange({ mode })} />
        )}
      </div>
      {onFormat && (isWide || showsFormats) && <FormatBar onFormat={onFormat} />}
    </div>
  )
}

const DropTarget = ({ text }: { text: string }) => (
  <div className="absolute inset-0 z-10 grid place-items-center rounded-xl bg-accent-soft text-sm font-medium text-accent-text ring-2 ring-accent ring-inset">
    {text}
  </div>
)

/** The name and the hint of the field. On a phone the hint is the name: longer ones take two lines, and are about keys. */
function useFieldTexts(isNote: boolean) {
  const { composer: words } = useThreadWords()
  const name = isNote ? words.noteField : words.replyField
  return { 'aria-label': name, placeholder: !useWide(40) ? name : isNote ? words.noteHint : words.replyHint }
}
