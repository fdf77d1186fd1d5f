import { ArrowLeft, MessageSquarePlus, X } from '#web/ui/icons.ts'
import type { Contact } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ContactMenu } from '#web/features/contacts/contact-menu.tsx'
import type { useContactDialogs } from '#web/features/contacts/contact-dialogs.tsx'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

type Props = { contact: Contact | undefined; dialogs: ReturnType<typeof useContactDialogs>; onClose: () => void }

/** Actions of the open contact. */
export function PaneBar({ contact, dialogs, onClose }: Props) {
  const { common } = useWords()
  const { back } = useContactsScreenWords()
  const { actions } = useContactWords()
  return (
    <div className="flex h-14 shrink-0 items-center gap-1 px-3">
      <IconButton label={back} onClick={onClose} className="lg:hidden">
        <ArrowLeft size={18} aria-hidden />
      </IconButton>
      <span className="flex-1" />
      {contact && (
        <>
          <Button
            look="outline"
            icon={<MessageSquarePlus size={15} aria-hidden />}
            onClick={() => dialogs.open('start')}
            className="mr-1"
          >
            {actions.start}
          </Button>
          <ContactMenu contact={contact} dialogs={dialogs} />
        </>
      )}
      <IconButton label={common.close} onClick={onClose} className="max-lg:hidden">
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
