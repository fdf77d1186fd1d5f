import { ArrowLeft, MessageSquarePlus, X } from 'lucide-react'
import type { Contact } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ContactMenu } from '#web/screens/contacts/acts/contact-menu.tsx'
import type { useContactWindows } from '#web/screens/contacts/acts/windows.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'

type Props = { contact: Contact | undefined; windows: ReturnType<typeof useContactWindows>; onClose: () => void }

/** What one can do with the whole contact. */
export function PaneBar({ contact, windows, onClose }: Props) {
  const { contacts: words, common } = useWords()
  const { acts } = useContactWords()
  return (
    <div className="flex h-14 shrink-0 items-center gap-1 px-3">
      <IconButton label={words.back} onClick={onClose} className="lg:hidden">
        <ArrowLeft size={18} aria-hidden />
      </IconButton>
      <span className="flex-1" />
      {contact && (
        <>
          <Button
            look="outline"
            icon={<MessageSquarePlus size={15} aria-hidden />}
            onClick={() => windows.open('start')}
            className="mr-1"
          >
            {acts.start}
          </Button>
          <ContactMenu contact={contact} windows={windows} />
        </>
      )}
      <IconButton label={common.close} onClick={onClose} className="max-lg:hidden">
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
