import { use, useState } from 'react'
import type { Attachment } from '#contract/records/conversation.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { cx } from '#web/ui/cx.ts'
import { ImageOff } from '#web/ui/icons.ts'
import { OpenPictureContext } from './thread-pictures.tsx'

const MAX_SHOWN = 6

/** Pictures of a message, several as a grid. */
export function Pictures({ files }: { files: readonly Attachment[] }) {
  const { thread: words } = useThreadWords()
  const shown = files.slice(0, MAX_SHOWN)
  const hidden = files.length - shown.length
  return (
    <ul aria-label={words.pictures(files.length)} className={cx(gridClass(files.length), 'overflow-hidden rounded-lg')}>
      {shown.map((file, index) => (
        <li key={file.id} className={cx('relative bg-press', files.length === 1 ? 'aspect-4/3' : 'aspect-square')}>
          <Picture file={file} />
          {hidden > 0 && index === shown.length - 1 && (
            <span className="pointer-events-none absolute inset-0 grid place-items-center bg-viewer/60 text-xl font-semibold text-on-accent">
              +{hidden}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The columns of a grid of so many pictures. */
export const gridClass = (count: number) =>
  cx(
    'grid max-w-full gap-1',
    count === 1 ? 'w-60 grid-cols-1' : count === 2 || count === 4 ? 'w-72 grid-cols-2' : 'w-80 grid-cols-3',
  )

/** A picture that fills its box. Pressing it opens it in the viewer. */
export function Picture({ file }: { file: Attachment }) {
  const { thread: words } = useThreadWords()
  const open = use(OpenPictureContext)
  const [isBroken, setBroken] = useState(false)
  return (
    <button
      type="button"
      aria-label={words.open(file.file_name)}
      onClick={() => open(file.id)}
      className="block size-full"
    >
      {isBroken ? (
        <ImageOff size={20} aria-hidden className="m-auto text-ink-3" />
      ) : (
        <img
          src={file.url}
          alt={words.image(file.file_name)}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      )}
    </button>
  )
}
