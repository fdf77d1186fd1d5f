import type { ChatMessage } from '#contract/records/conversation.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Props } from './chat.ts'
import { Icon } from './icon.tsx'
import { previewOf } from './quote.tsx'
import { sizeOf } from './size.ts'
import { isTouchDevice } from './touch.ts'

const MAX_FILES = 5

type DraftProps = {
  files: File[]
  setFiles(files: File[]): void
  quoted: ChatMessage | undefined
  setQuoted(message: ChatMessage | undefined): void
}

/** The message field: Enter sends, Shift+Enter starts a new line; files are added by button, paste or drop. */
export function Composer({ state, chat, words, files, setFiles, quoted, setQuoted }: Props & DraftProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const hasTooMany = files.length > MAX_FILES
  const isEmpty = text.trim() === '' && files.length === 0

  useEffect(() => {
    if (state.isShown && !isTouchDevice()) field.current?.focus()
  }, [state.isShown])
  useEffect(() => {
    if (quoted) field.current?.focus()
  }, [quoted])
  useEffect(() => {
    const { style } = field.current!
    style.height = 'auto'
    style.height = `${field.current!.scrollHeight}px`
  }, [text])

  const write = (next: string) => {
    setText(next)
    chat.onInput(next)
  }
  const send = () => {
    if (isEmpty || hasTooMany) return
    chat.send(text.trim(), files, quoted)
    setText('')
    setQuoted(undefined)
    setFiles([])
    field.current?.focus()
  }
  const add = (more: FileList | null | undefined) => setFiles([...files, ...(more ?? [])])

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {quoted && (
        <Quoting
          {...{ quoted, words }}
          cancel={() => {
            setQuoted(undefined)
            field.current?.focus()
          }}
        />
      )}
      {files.length > 0 && <ChosenList {...{ files, setFiles, words }} />}
      {hasTooMany && (
        <p role="alert" class="error">
          {words.tooMany(MAX_FILES)}
        </p>
      )}
      <div class="row">
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            add(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        <button type="button" class="icon" aria-label={words.attach} onClick={() => chooser.current?.click()}>
          <Icon name="attach" />
        </button>
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={20_000}
          placeholder={words.write}
          aria-label={words.message}
          enterkeyhint="send"
          onInput={(event) => write(event.currentTarget.value)}
          onPaste={(event) => {
            if (!event.clipboardData?.files.length) return
            event.preventDefault()
            add(event.clipboardData.files)
          }}
          onKeyDown={(event) => {
            // While an input method composes a word, Enter confirms the word.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        <button type="submit" class="icon send" aria-label={words.send} disabled={isEmpty || hasTooMany}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  )
}

type QuotingProps = Pick<Props, 'words'> & { quoted: ChatMessage; cancel(): void }

/** The message that is being answered. */
const Quoting = ({ quoted, words, cancel }: QuotingProps) => (
  <div class="quoting">
    <p class="quote">
      <span class="unseen">{words.answer}: </span>
      {previewOf(quoted) || words.attachment}
    </p>
    <button type="button" class="icon" aria-label={words.cancelAnswer} onClick={cancel}>
      <Icon name="close" />
    </button>
  </div>
)

const ChosenList = ({ files, setFiles, words }: Pick<Props, 'words'> & Pick<DraftProps, 'files' | 'setFiles'>) => (
  <ul class="chosen" aria-label={words.attached}>
    {files.map((file, i) => (
      <li key={i}>
        <Icon name="file" />
        <span class="file-name">{file.name}</span>
        <span class="size">{sizeOf(file.size)}</span>
        <button
          type="button"
          class="icon"
          aria-label={words.remove(file.name)}
          onClick={() => setFiles(files.filter((_, at) => at !== i))}
        >
          <Icon name="close" />
        </button>
      </li>
    ))}
  </ul>
)
