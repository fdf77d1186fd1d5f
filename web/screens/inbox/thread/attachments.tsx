import { File as FileIcon, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { Attachment } from '#contract/records/conversation.ts'
import { language } from '#web/i18n.ts'
import { sizeOf } from './file-size.ts'
import { useThreadWords } from './words.ts'

/** Files of a message. Their boxes have their size before they come, so that nothing moves. */
export const Attachments = ({ files }: { files: readonly Attachment[] }) => (
  <ul className="flex flex-wrap gap-1.5">
    {files.map((file) => (
      <li key={file.id} className="max-w-full min-w-0">
        <Shown file={file} />
      </li>
    ))}
  </ul>
)

function Shown({ file }: { file: Attachment }) {
  const { file_type, file_name, url } = file
  const { thread: words } = useThreadWords()
  // What is still on its way has no address yet.
  if (!url || file_type === 'file') return <Download file={file} />
  if (file_type === 'image') return <Picture file={file} />
  if (file_type === 'audio')
    return <audio controls preload="none" src={url} aria-label={file_name} className="h-11 w-72 max-w-full" />
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

function Picture({ file }: { file: Attachment }) {
  const { thread: words } = useThreadWords()
  const [isLost, lose] = useState(false)
  if (isLost) return <Download file={file} icon={<ImageOff size={18} aria-hidden className="shrink-0 text-ink-3" />} />
  return (
    <a
      href={file.url}
      target="_blank"
      rel="noopener noreferrer"
      className="block aspect-4/3 w-60 max-w-full overflow-hidden rounded-lg bg-press ring-1 ring-line"
    >
      <img
        src={file.url}
        alt={words.image(file.file_name)}
        loading="lazy"
        decoding="async"
        onError={() => lose(true)}
        className="size-full object-cover"
      />
    </a>
  )
}

function Download({ file, icon }: { file: Attachment; icon?: React.ReactNode }) {
  const { thread: words } = useThreadWords()
  const { file_name, size_bytes, url } = file
  const locale = language.use()
  const inside = (
    <>
      {icon ?? <FileIcon size={18} aria-hidden className="shrink-0 text-ink-3" />}
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium">{file_name}</span>
        <span className="block text-xs text-ink-2">{sizeOf(size_bytes, locale)}</span>
      </span>
    </>
  )
  const look = 'flex w-60 max-w-full items-center gap-2.5 rounded-lg bg-surface px-3 py-2 ring-1 ring-line ring-inset'
  if (!url) return <span className={look}>{inside}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={`${look} hover:bg-hover`}>
      <span className="sr-only">{words.download}</span>
      {inside}
    </a>
  )
}
