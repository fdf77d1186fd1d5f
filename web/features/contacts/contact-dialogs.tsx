import { lazy, Suspense, useState } from 'react'
import type { Contact, Profile } from '#web/app/api.ts'
import type { ScheduleAbout } from '#web/features/activities/schedule-dialog.tsx'

export type ContactDialog = 'start' | 'lead' | 'deal' | 'schedule' | 'merge' | 'delete'

const NewConversation = lazy(async () => ({
  default: (await import('#web/features/conversations/new-conversation.tsx')).NewConversation,
}))
const CreateLead = lazy(async () => ({
  default: (await import('#web/features/deals/create/create-lead.tsx')).CreateLead,
}))
const CreateOpportunity = lazy(async () => ({
  default: (await import('#web/features/deals/create/create-opportunity.tsx')).CreateOpportunity,
}))
const ScheduleDialog = lazy(async () => ({
  default: (await import('#web/features/activities/schedule-dialog.tsx')).ScheduleDialog,
}))
const MergeDialog = lazy(async () => ({
  default: (await import('./merge-dialog.tsx')).MergeDialog,
}))
const DeleteContact = lazy(async () => ({
  default: (await import('./delete-contact.tsx')).DeleteContact,
}))

type OpenDialog = { dialog: ContactDialog; about?: ScheduleAbout | undefined }

/** The dialog that is open, and functions to open and close it. */
export function useContactDialogs() {
  const [shown, show] = useState<OpenDialog>()
  return {
    shown,
    open: (dialog: ContactDialog, about?: ScheduleAbout) => show({ dialog, about }),
    close: () => show(undefined),
  }
}

type Recipient = Contact & Partial<Pick<Profile, 'channel_identities'>>
type Props = {
  contact: Recipient
  dialogs: ReturnType<typeof useContactDialogs>
  /** The source of a new lead. */
  source?: string | undefined
  onMerged: (contact_id: string) => void
  onDeleted: () => void
}

/** The dialogs of a contact's actions. Each is loaded when it is first opened. */
export function ContactDialogs({ contact, dialogs, source, onMerged, onDeleted }: Props) {
  const { shown, close } = dialogs
  const mounted = useMounted(shown)
  const dialog = (which: ContactDialog) => ({ open: shown?.dialog === which, onClose: close })
  const about = { contact_id: contact.id }
  return (
    <Suspense>
      {mounted.has('start') && <NewConversation {...dialog('start')} contact={contact} />}
      {mounted.has('lead') && <CreateLead {...dialog('lead')} {...about} source={source} />}
      {mounted.has('deal') && <CreateOpportunity {...dialog('deal')} {...about} />}
      {mounted.has('schedule') && (
        <ScheduleDialog
          {...dialog('schedule')}
          about={mounted.get('schedule')?.about ?? { kind: 'contact', id: contact.id, name: contact.name }}
        />
      )}
      {mounted.has('merge') && <MergeDialog {...dialog('merge')} contact={contact} onMerged={onMerged} />}
      {mounted.has('delete') && <DeleteContact {...dialog('delete')} contact={contact} onDeleted={onDeleted} />}
    </Suspense>
  )
}

/** A dialog stays mounted once it was opened, so that it can animate when it closes. */
function useMounted(shown: OpenDialog | undefined) {
  const [mounted, setMounted] = useState<ReadonlyMap<ContactDialog, OpenDialog>>(new Map())
  if (shown && mounted.get(shown.dialog) !== shown) setMounted(new Map([...mounted, [shown.dialog, shown]]))
  return mounted
}
