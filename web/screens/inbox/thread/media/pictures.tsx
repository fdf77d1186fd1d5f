import { useState } from 'react'
import type { Attachment } from '#contract/records/conversation.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { cx } from '#web/ui/cx.ts'
import { ImageOff } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'

const PictureViewer = lazyComponent(async () => (await import('./picture-viewer.tsx')).PictureViewer)

const MAX_SHOWN = 6

/** Pictures of a message, several as a grid. Pressing one opens it in the viewer. */
export function Pictures({ files }: { files: readonly Attachment[] }) {
  const { thread: words } = useThreadWords()
  const [opened, open] = useState<number>()
  const shown = files.slice(0, MAX_SHOWN)
  const hidden = files.length - shown.length
  return (
    <>
      <ul
        aria-label={words.pictures(files.length)}
        className={cx(
          'grid max-w-full gap-1 overflow-hidden rounded-lg',
          files.length === 1
            ? 'w-60 grid-cols-1'
            : files.length === 2 || files.length === 4
              ? 'w-72 grid-cols-2'
              : 'w-80 grid-cols-3',
        )}
      >
        {shown.map((file, index) => (
          <li key={file.id} className={cx('relative bg-press', files.length === 1 ? 'aspect-4/3' : 'aspect-square')}>
            <Picture file={file} onOpen={() => open(index)} />
            {hidden > 0 && index === shown.length - 1 && (
              <span className="pointer-events-none absolute inset-0 grid place-items-center bg-viewer/60 text-xl font-semibold text-on-accent">
                +{hidden}
              </span>
            )}
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <PictureViewer files={files} at={opened} onMove={open} onClose={() => open(undefined)} />
      )}
    </>
  )
}

function Picture({ file, onOpen }: { file: Attachment; onOpen: () => void }) {
  const { thread: words } = useThreadWords()
  const [isBroken, setBroken] = useState(false)
  return (
    <button type="button" aria-label={words.open(file.file_name)} onClick={onOpen} className="block size-full">
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
