import { Dialog } from '@base-ui/react/dialog'
import { X } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import type { ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Folders } from './folders.tsx'
import { backdropClass } from '#web/ui/popup/classes.ts'

type Props = { open: boolean; onClose: () => void; filters: ConversationFilters }

/** The folders in a sheet over the list, where there is no room beside it. */
export function FolderSheet({ open, onClose, filters }: Props) {
  const { common } = useWords()
  const { folders: words } = useInboxWords()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup className={sheetClass}>
          <header className="flex h-14 shrink-0 items-center pr-2 pl-4.5">
            <Dialog.Title className="flex-1 text-lg font-semibold">{words.title}</Dialog.Title>
            <Dialog.Close render={<IconButton label={common.close} />}>
              <X size={16} aria-hidden />
            </Dialog.Close>
          </header>
          <Folders filters={filters} onNavigate={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const sheetClass = cx(
  'fixed inset-y-0 left-0 z-30 flex w-[min(18rem,86vw)] flex-col bg-surface pb-(--window-end) shadow-raised outline-none',
  'transition-[translate,opacity] duration-200 ease-out data-ending-style:-translate-x-8 data-ending-style:opacity-0',
  'data-starting-style:-translate-x-8 data-starting-style:opacity-0',
)
