import { useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { channelCapabilities } from '#contract/channels.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Actions } from '#web/screens/inbox/actions/use-actions.ts'
import { useAccount } from '#web/app/session.ts'
import type { ThreadMessage } from '#web/screens/inbox/thread/group-messages.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { channelLimits } from './channel-limits.ts'
import type { Draft } from './drafts.ts'
import { useMailParts } from './mail/use-mail-parts.ts'
import { findStep } from './schedule/send-steps.ts'
import { useSendsByEnter } from './send-key.ts'
import { useTakenBack } from './taken-back.ts'
import { type Uploaded, useUploads } from './uploads.ts'
import { useAutocomplete } from './use-autocomplete.ts'
import type { Editing } from './use-editing.ts'
import { useOnline } from './use-online.ts'
import { useSend } from './use-send.ts'
import { useVariableValues } from './use-suggestions.ts'
import { useTyping } from './use-typing.ts'
import { fillVariables, findUnfilled } from './variables.ts'
import { recordingFormat } from './voice/recording-format.ts'

export type WritingOptions = {
  conversation: Conversation
  actions: Actions
  /** The latest messages, newest first, once they are loaded. */
  messages: readonly Message[] | undefined
  draft: Draft
  onChange: (more: Partial<Draft>) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** The message that the reply quotes. */
  quoted: ThreadMessage | undefined
  onQuote: (message: ThreadMessage | undefined) => void
  editing: Editing
}

/** When to send, and how the conversation goes on after it. */
export type SendOptions = { scheduled_at?: string; next?: 'resolve' | { until: string | null } }

/** The text being written, with its files: a reply, a note or the new text of a sent message. */
export function useWriting(options: WritingOptions) {
  const { conversation, actions, draft, onChange, field, onQuote, editing } = options
  const { composer: words } = useThreadWords()
  const isEditing = editing.message !== undefined
  const isNote = editing.message ? editing.message.private : draft.mode === 'note'
  const quoted = isNote || isEditing ? undefined : options.quoted
  const text = isEditing ? editing.text : draft[draft.mode]
  const isOnline = useOnline()
  const typing = useTyping(conversation.id)
  const { uploads, isBusy, ...files } = useUploads()
  const [isRejected, reject] = useState(false)
  const mail = useMailParts(conversation, options.messages)
  const hasMailParts = conversation.channel === 'email' && !isNote && !isEditing
  const change = (next: string) => {
    reject(false)
    if (isEditing) return editing.change(next)
    onChange({ [draft.mode]: next })
    if (next.trim()) typing.write(isNote)
    else typing.stop()
  }
  const autocomplete = useAutocomplete({ conversation, field, text, isNote, onChange: change })
  // Variables typed by hand are filled in too; those without a value remain.
  const { values, nameOf } = useVariableValues(conversation, text.includes('{{'))
  const content = fillVariables(text, values).trim()
  const unfilled = findUnfilled(content)
  const uploaded = uploads.flatMap(({ file }) => file ?? [])
  const limits = channelLimits(conversation, isNote, content)
  const isWritten = content !== '' || (!isEditing && uploaded.length > 0)
  const isAllowed = isEditing ? (limits.left ?? 0) >= 0 : limits.isAllowed
  const maySend = isOnline && !isBusy && isWritten && isAllowed && (!hasMailParts || mail.isValid)
  const post = useSend(conversation, limits.needsHumanAgent)
  useTakenBack(conversation.id, (message) => {
    const current = draft[message.mode].trim()
    onChange({ mode: message.mode, [message.mode]: current ? `${message.text}\n\n${current}` : message.text })
    files.restore(message.uploads)
    onQuote(message.quoted)
    mail.change(message.mail)
    requestAnimationFrame(() => field.current?.focus())
  })
  const reply_to = quoted && { id: quoted.id, preview: quoted.content ?? '' }

  const submit = ({ scheduled_at, next }: SendOptions = {}) => {
    if (!maySend) return
    if (!isNote && unfilled.length > 0) return reject(true)
    if (isEditing) return editing.save(content)
    const parts = isNote ? {} : mail.read()
    const later = scheduled_at && { scheduled_at }
    const message = { content, private: isNote, files: uploaded, ...(reply_to && { reply_to }), ...later, ...parts }
    // A scheduled message can be cancelled anyway.
    const written = { mode: draft.mode, text, uploads, quoted, mail: mail.parts }
    const sent = post(message, scheduled_at ? undefined : written)
    mail.clear()
    if (quoted) onQuote(undefined)
    typing.stop()
    onChange({ [draft.mode]: '' })
    files.clear()
    if (next === 'resolve') actions.resolve(sent)
    else if (next) actions.snooze(next.until, sent)
    else field.current?.focus()
  }
  const sendVoiceNote = (file: Uploaded) => {
    void post({ content: '', private: false, files: [file], voice: true, ...(reply_to && { reply_to }) })
    if (quoted) onQuote(undefined)
  }
  const attach = (chosen: readonly File[]) => {
    if (!files.add(chosen)) toast.bad(words.tooMany)
    field.current?.focus()
  }
  return {
    isEditing,
    isNote,
    quoted,
    text,
    isOnline,
    isRejected,
    isAllowed,
    maySend,
    uploads,
    limits,
    autocomplete,
    mail: hasMailParts ? mail : undefined,
    isBusy: isBusy || editing.isSaving,
    unfilled: unfilled.map(nameOf),
    removeUpload: files.remove,
    submit,
    sendVoiceNote,
    attach,
  }
}

export type Writing = ReturnType<typeof useWriting>

/** The keys of the field, and files pasted into it. */
export function useFieldKeys(
  writing: Writing,
  { field, onQuote, editing }: WritingOptions,
  /** Returns whether the key formats. */
  format: (event: KeyboardEvent) => boolean,
) {
  const sendsByEnter = useSendsByEnter()
  const { time_zone } = useAccount()
  const { autocomplete, isEditing, quoted, text, submit, attach } = writing
  const leave = () => (isEditing ? editing.cancel() : quoted ? onQuote(undefined) : field.current?.blur())
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || autocomplete.press(event) || format(event)) return
    if (event.key === 'Escape') return leave()
    if (event.key === 'ArrowUp' && text === '' && !isEditing && editing.beginLast()) return event.preventDefault()
    const isSendKey = event.ctrlKey || event.metaKey || (sendsByEnter && !event.shiftKey)
    if (event.key !== 'Enter' || !isSendKey) return
    event.preventDefault()
    submit(writing.isNote || isEditing ? {} : findStep(event, time_zone))
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0 || isEditing) return
    event.preventDefault()
    attach(pasted)
  }
  return { onKeyDown, onPaste }
}

/** The format of voice notes that the channel plays and this browser records, where one may be sent now. */
export function findRecordingFormat({ channel }: Conversation, { isNote, isEditing, isAllowed }: Writing) {
  if (isNote || isEditing || !isAllowed) return undefined
  const audio = channelCapabilities[channel].files.find(({ type }) => type === 'audio')
  if (!audio || typeof MediaRecorder === 'undefined') return undefined
  return recordingFormat(audio.content_types, (type) => MediaRecorder.isTypeSupported(type))
}
