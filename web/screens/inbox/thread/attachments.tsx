import type { Attachment } from '#contract/records/conversation.ts'
import { language } from '#web/app/i18n.ts'
import { CircleAlert, Clock, File as FileIcon } from '#web/ui/icons.ts'
import { sizeOf } from './file-size.ts'
import { isPicture } from './media/picture-messages.ts'
import { Pictures } from './media/pictures.tsx'
import { VoiceNote } from './media/voice-note.tsx'
import { useThreadWords } from './words.ts'

/** Files of a message, pictures first. Their boxes have a fixed size, so that nothing moves when they load. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
  const pictures = files.filter(isPicture)
  const others = files.filter((file) => !isPicture(file))
  return (
    <div className="grid grid-cols-1 gap-1.5">
      {pictures.length > 0 && <Pictures files={pictures} />}
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {others.map((file) => (
            <li key={file.id} className="max-w-full min-w-0">
              <AttachmentView file={file} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function AttachmentView({ file }: { file: Attachment }) {
  const { file_type, file_name, url, voice } = file
  const { thread: words } = useThreadWords()
  if (file.state !== 'stored') return <Placeholder file={file} state={file.state} />
  if (!url || file_type === 'file' || file_type === 'image') return <Download file={file} />
  if (file_type === 'audio')
    return voice ? (
      <VoiceNote file={file} />
    ) : (
      <audio controls preload="none" src={url} aria-label={file_name} className="h-11 w-72 max-w-full" />
    )
  return (
    <video
      controls
      preload="metadata"
      src={url}
      aria-label={words.open(file_name)}
      className="aspect-video w-80 max-w-full rounded-lg bg-press"
    />
  )
}

/** A file that the channel has not delivered, or never will. */
function Placeholder({ file, state }: { file: Attachment; state: Exclude<Attachment['state'], 'stored'> }) {
  const { thread: words } = useThreadWords()
  const Icon = state === 'pending' ? Clock : CircleAlert
  return (
    <span className={fileClass}>
      <Icon size={18} aria-hidden className="shrink-0 text-ink-3" />
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium">{file.voice ? words.voiceNote : file.file_name}</span>
        <span className="block text-xs whitespace-normal text-ink-2">{words.fileStates[state]}</span>
      </span>
    </span>
  )
}

function Download({ file }: { file: Attachment }) {
  const { thread: words } = useThreadWords()
  const { file_name, size_bytes, url } = file
  const locale = language.use()
  const inside = (
    <>
      <FileIcon size={18} aria-hidden className="shrink-0 text-ink-3" />
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium">{file_name}</span>
        <span className="block text-xs text-ink-2">{sizeOf(size_bytes, locale)}</span>
      </span>
    </>
  )
  if (!url) return <span className={fileClass}>{inside}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={`${fileClass} hover:bg-hover`}>
      <span className="sr-only">{words.download}</span>
      {inside}
    </a>
  )
}

const fileClass =
  'flex w-60 max-w-full items-center gap-2.5 rounded-lg bg-surface px-3 py-2 ring-1 ring-line ring-inset'
