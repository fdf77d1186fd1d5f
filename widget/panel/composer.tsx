import { useEffect, useRef, useState } from 'preact/hooks'
import type { Props } from './chat.ts'
import { Icon } from './icon.tsx'
import { sizeOf } from './size.ts'
import { isTouched } from './touch.ts'

const MOST_FILES = 5

type Own = { files: File[]; setFiles(files: File[]): void }

/** Where the visitor writes: Enter sends, Shift and Enter begins a line; files by button, paste and drop. */
export function Composer({ state, chat, words, files, setFiles }: Props & Own) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const tooMany = files.length > MOST_FILES
  const empty = text.trim() === '' && files.length === 0

  useEffect(() => {
    if (state.shown && !isTouched()) field.current?.focus()
  }, [state.shown])
  useEffect(() => {
    const { style } = field.current!
    style.height = 'auto'
    style.height = `${field.current!.scrollHeight}px`
  }, [text])

  const write = (next: string) => {
    setText(next)
    chat.typed(next)
  }
  const send = () => {
    if (empty || tooMany) return
    chat.send(text.trim(), files)
    setText('')
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
      {files.length > 0 && (
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
      )}
      {tooMany && (
        <p role="alert" class="error">
          {words.tooMany(MOST_FILES)}
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
            // While a word is being composed, Enter chooses it.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        <button type="submit" class="icon send" aria-label={words.send} disabled={empty || tooMany}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  )
}
