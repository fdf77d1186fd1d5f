import { useRef, type KeyboardEvent, type TouchEvent } from 'react'
import { Dialog } from '@base-ui/react/dialog'
import type { Attachment } from '#contract/records/conversation.ts'
import { useWords } from '#web/app/i18n.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { cx } from '#web/ui/cx.ts'
import { ChevronLeft, ChevronRight, Download, X } from '#web/ui/icons.ts'

type Props = { files: readonly Attachment[]; at: number; onMove: (at: number) => void; onClose: () => void }

const SWIPE_PIXELS = 40

/** Shows pictures one at a time over the whole window. Arrow keys and swipes move, Escape closes. */
export function PictureViewer({ files, at, onMove, onClose }: Props) {
  const { common } = useWords()
  const { thread: words } = useThreadWords()
  const touchedAt = useRef<number>(undefined)
  const file = files[at]!
  const move = (step: number) => files[at + step] && onMove(at + step)
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step) move(step)
  }
  const endTouch = ({ changedTouches }: TouchEvent) => {
    const distance = (changedTouches[0]?.clientX ?? 0) - (touchedAt.current ?? 0)
    if (Math.abs(distance) > SWIPE_PIXELS) move(distance > 0 ? -1 : 1)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-viewer" />
        <Dialog.Popup
          onKeyDown={press}
          onTouchStart={({ touches }) => (touchedAt.current = touches[0]?.clientX)}
          onTouchEnd={endTouch}
          className="fixed inset-0 z-40 flex flex-col text-on-accent outline-none"
        >
          <header className="flex items-center gap-1 p-2">
            <Dialog.Title className="min-w-0 flex-1 truncate px-2 text-sm font-medium">{file.file_name}</Dialog.Title>
            {files.length > 1 && (
              <span className="px-2 text-sm tabular-nums" role="status">
                {words.position(at + 1, files.length)}
              </span>
            )}
            <a href={file.url} download={file.file_name} aria-label={words.download} className={buttonClass}>
              <Download size={18} aria-hidden />
            </a>
            <Dialog.Close aria-label={common.close} className={buttonClass}>
              <X size={18} aria-hidden />
            </Dialog.Close>
          </header>
          <div className="flex min-h-0 flex-1 items-center justify-center gap-1 px-2 pb-4">
            <Step label={words.previousPicture} isShown={at > 0} onPress={() => move(-1)}>
              <ChevronLeft size={22} aria-hidden />
            </Step>
            <img
              key={file.id}
              src={file.url}
              alt={words.image(file.file_name)}
              className="h-full max-h-full min-w-0 flex-1 object-contain"
            />
            <Step label={words.nextPicture} isShown={at < files.length - 1} onPress={() => move(1)}>
              <ChevronRight size={22} aria-hidden />
            </Step>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type StepProps = { label: string; isShown: boolean; onPress: () => void; children: React.ReactNode }

const Step = ({ label, isShown, onPress, children }: StepProps) => (
  <button type="button" aria-label={label} onClick={onPress} className={cx(buttonClass, !isShown && 'invisible')}>
    {children}
  </button>
)

const buttonClass =
  'grid size-10 shrink-0 place-items-center rounded-full text-on-accent hover:bg-on-accent/15 focus-visible:outline-2 focus-visible:outline-on-accent'
