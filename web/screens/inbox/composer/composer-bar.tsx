import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { channelCapabilities } from '#contract/channels.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { CopilotTools } from '#web/screens/inbox/copilot/copilot-tools.tsx'
import type { Copilot } from '#web/screens/inbox/copilot/use-copilot.ts'
import { EmojiPicker } from '#web/features/emoji/emoji-picker.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import {
  AtSign,
  Bold,
  Braces,
  Camera,
  Check,
  ListChecks,
  MessageSquareQuote,
  Mic,
  Paperclip,
  Plus,
  SendHorizontal,
  Sparkles,
  TextQuote,
  Zap,
} from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import type { Draft } from './drafts.ts'
import { Modes } from './modes.tsx'
import { SendMenu } from './schedule/send-menu.tsx'
import type { SendOptions } from './use-writing.ts'

const SendOptions = lazyComponent(async () => (await import('./options/send-options.tsx')).SendOptions)
const SendTemplate = lazyComponent(async () => (await import('./template/send-template.tsx')).SendTemplate)

type Props = {
  conversation: Conversation
  isNote: boolean
  isEditing: boolean
  onMode: (mode: Draft['mode']) => void
  text: string
  maySend: boolean
  /** Whether free text with buttons or a voice note may be sent now. */
  isOpen: boolean
  isBusy: boolean
  onSend: (options?: SendOptions) => void
  onAttach: (files: readonly File[]) => void
  onBegin: (sign: string) => void
  onInsert: (text: string) => void
  /** Absent where no voice note can be recorded. */
  onRecord: (() => void) | undefined
  /** Shows or hides the tools that format; absent where the channel shows no formatting. */
  onShowFormats: (() => void) | undefined
  onClear: () => void
  copilot: Copilot
}

/** The tools of the composer and the send button. */
export function ComposerBar(props: Props) {
  const { conversation, isNote, isEditing, maySend, isBusy, onSend, onBegin, onInsert, onRecord } = props
  const { composer: words } = useThreadWords()
  const isPhone = !useWide(40)
  const label = isEditing ? words.saveEdit : isNote ? words.addNote : words.send
  return (
    <div className="flex items-center gap-0.5 px-1.5 pb-1.5">
      <div role="group" aria-label={words.tools} className="flex min-w-0 items-center gap-0.5">
        {!isEditing && <Modes isCompact mode={isNote ? 'note' : 'reply'} onChange={props.onMode} />}
        {!isEditing && <AttachButton onAttach={props.onAttach} />}
        {!isEditing && isPhone && <CameraButton onAttach={props.onAttach} />}
        {/* The keyboard of a phone has its own. */}
        {!isPhone && <EmojiPicker onChoose={onInsert} />}
        {onRecord && (
          <IconButton label={words.voice.record} onClick={onRecord}>
            <Mic size={16} aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={words.canned}
          hotkey="/"
          onClick={() => onBegin('/')}
          className="@max-md/conversation:hidden"
        >
          <Zap size={16} aria-hidden />
        </IconButton>
        {isNote && (
          <IconButton label={words.mentions} hotkey="@" onClick={() => onBegin('@')}>
            <AtSign size={16} aria-hidden />
          </IconButton>
        )}
        <MoreTools {...props} isPhone={isPhone} />
        {!isPhone && !isNote && !isEditing && <CopilotTools copilot={props.copilot} />}
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-0.5">
        <SendMenu conversation={conversation} onSend={maySend && !isNote && !isEditing ? onSend : undefined} />
        <Button
          look="primary"
          aria-label={label}
          disabled={!maySend}
          busy={isBusy}
          onClick={() => onSend()}
          icon={isEditing ? <Check size={15} aria-hidden /> : <SendHorizontal size={15} aria-hidden />}
          className="@max-md/conversation:px-2.5!"
        >
          <span className="@max-md/conversation:sr-only">{label}</span>
        </Button>
      </div>
    </div>
  )
}

function AttachButton({ onAttach }: Pick<Props, 'onAttach'>) {
  const { composer: words } = useThreadWords()
  return (
    <FileButton label={words.attach} multiple onAttach={onAttach}>
      <Paperclip size={16} aria-hidden />
    </FileButton>
  )
}

/** Takes a picture with the camera of the phone. */
function CameraButton({ onAttach }: Pick<Props, 'onAttach'>) {
  const { composer: words } = useThreadWords()
  return (
    <FileButton label={words.camera} accept="image/*" capture="environment" onAttach={onAttach}>
      <Camera size={17} aria-hidden />
    </FileButton>
  )
}

type FileButtonProps = Pick<Props, 'onAttach'> &
  Pick<ComponentProps<'input'>, 'multiple' | 'accept' | 'capture'> & { label: string; children: ReactNode }

function FileButton({ label, onAttach, children, ...input }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        {...input}
        ref={chooser}
        type="file"
        hidden
        onChange={({ target }) => {
          onAttach([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <IconButton label={label} onClick={() => chooser.current?.click()}>
        {children}
      </IconButton>
    </>
  )
}

/** Tools used less often, and those only some channels have. */
function MoreTools(props: Props & { isPhone: boolean }) {
  const { conversation, isNote, isEditing, isPhone, isOpen, text, copilot, onBegin, onClear } = props
  const { composer: words, copilot: copilotWords } = useThreadWords()
  const [shown, show] = useState<'options' | 'template'>()
  const { buttons, list, templates } = channelCapabilities[conversation.channel]
  const isReply = !isNote && !isEditing
  const close = () => show(undefined)
  return (
    <>
      <Menu
        align="start"
        side="top"
        trigger={
          <IconButton label={words.more}>
            <Plus size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Zap size={16} aria-hidden />} onSelect={() => onBegin('/')}>
          {words.canned}
        </MenuItem>
        <MenuItem icon={<Braces size={16} aria-hidden />} onSelect={() => onBegin('{{')}>
          {words.variables}
        </MenuItem>
        {isPhone && props.onShowFormats && (
          <MenuItem icon={<Bold size={16} aria-hidden />} onSelect={props.onShowFormats}>
            {words.formatting.label}
          </MenuItem>
        )}
        {isReply && isPhone && (
          <>
            <MenuItem icon={<Sparkles size={16} aria-hidden />} onSelect={copilot.suggest}>
              {copilotWords.suggest}
            </MenuItem>
            <MenuItem icon={<TextQuote size={16} aria-hidden />} onSelect={copilot.summarise}>
              {copilotWords.summarise}
            </MenuItem>
          </>
        )}
        {isReply && isOpen && (buttons > 0 || list > 0) && (
          <MenuItem icon={<ListChecks size={16} aria-hidden />} onSelect={() => show('options')}>
            {words.options.open}
          </MenuItem>
        )}
        {isReply && templates && (
          <MenuItem icon={<MessageSquareQuote size={16} aria-hidden />} onSelect={() => show('template')}>
            {words.template.open}
          </MenuItem>
        )}
      </Menu>
      {shown === 'options' && (
        <SendOptions open onClose={close} conversation={conversation} text={text} onSent={onClear} />
      )}
      {shown === 'template' && <SendTemplate open onClose={close} conversation={conversation} />}
    </>
  )
}
