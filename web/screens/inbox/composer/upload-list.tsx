import { File as FileIcon, X } from '#web/ui/icons.ts'
import { Problem } from '#web/app/api.ts'
import { describeError, language } from '#web/app/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { sizeOf } from '#web/screens/inbox/thread/file-size.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import type { Upload } from './uploads.ts'

type Props = { uploads: readonly Upload[]; onRemove: (key: string) => void }

/** The files attached to the message. */
export const UploadList = ({ uploads, onRemove }: Props) => (
  <ul className="flex flex-wrap gap-2 px-3 pb-2 empty:hidden">
    {uploads.map((upload) => (
      <li key={upload.key} className="max-w-full">
        <Chip upload={upload} onRemove={() => onRemove(upload.key)} />
      </li>
    ))}
  </ul>
)

function Chip({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const { composer: words } = useThreadWords()
  const { name, preview, progress, file, error } = upload
  return (
    <div
      className={cx(
        'relative flex w-56 max-w-full items-center gap-2 overflow-hidden rounded-lg bg-surface py-1.5 pr-1 pl-2',
        'ring-1 ring-inset',
        error ? 'ring-danger-text' : 'ring-line',
      )}
    >
      {preview ? (
        <img src={preview} alt="" className="size-9 shrink-0 rounded object-cover" />
      ) : (
        <FileIcon size={18} aria-hidden className="shrink-0 text-ink-3" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{name}</span>
        <Note upload={upload} />
      </span>
      <button
        type="button"
        aria-label={words.remove(name)}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:size-9"
      >
        <X size={14} aria-hidden />
      </button>
      {!file && !error && (
        <span
          role="progressbar"
          aria-label={words.uploading(name)}
          aria-valuenow={Math.round(progress * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          style={{ width: `${progress * 100}%` }}
          className="absolute bottom-0 left-0 h-0.5 bg-accent transition-[width]"
        />
      )}
    </div>
  )
}

function Note({ upload: { size, error } }: { upload: Upload }) {
  const { composer: words } = useThreadWords()
  const locale = language.use()
  if (!error) return <span className="block text-xs text-ink-3">{sizeOf(size, locale)}</span>
  return (
    <span role="alert" className="block text-xs text-danger-text">
      {uploadError(error, words.tooLarge)}
    </span>
  )
}

/** The server's message names the limit. */
function uploadError(error: unknown, tooLarge: string) {
  const limit = error instanceof Problem && error.code === 'payload_too_large' && /\d+ MB/.exec(error.message)?.[0]
  return limit ? `${tooLarge} (${limit})` : describeError(error, 'attachments')
}
