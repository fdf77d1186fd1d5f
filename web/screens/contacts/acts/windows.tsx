import { lazy, Suspense, useState } from 'react'
import type { Contact, Profile } from '#web/api.ts'
import type { Deal } from '#web/screens/pipeline/deal/deal.ts'

export type ContactWindow = 'start' | 'lead' | 'deal' | 'schedule' | 'merge' | 'delete'

const StartConversation = lazy(async () => ({
  default: (await import('./start-conversation.tsx')).StartConversation,
}))
const CreateLead = lazy(async () => ({
  default: (await import('#web/screens/pipeline/create/create-lead.tsx')).CreateLead,
}))
const CreateOpportunity = lazy(async () => ({
  default: (await import('#web/screens/pipeline/create/create-opportunity.tsx')).CreateOpportunity,
}))
const ScheduleDialog = lazy(async () => ({
  default: (await import('#web/screens/pipeline/deal/activity/schedule-dialog.tsx')).ScheduleDialog,
}))
const MergeDialog = lazy(async () => ({
  default: (await import('#web/screens/contacts/merge/merge-dialog.tsx')).MergeDialog,
}))
const DeleteContact = lazy(async () => ({
  default: (await import('#web/screens/contacts/profile/delete-contact.tsx')).DeleteContact,
}))

type Shown = { window: ContactWindow; about?: Deal | undefined }

/** Which window is open, and how to open and close it. */
export function useContactWindows() {
  const [shown, show] = useState<Shown>()
  return {
    shown,
    open: (window: ContactWindow, about?: Deal) => show({ window, about }),
    close: () => show(undefined),
  }
}

type Whom = Contact & Partial<Pick<Profile, 'channel_identities'>>
type Props = {
  contact: Whom
  windows: ReturnType<typeof useContactWindows>
  /** Where a new lead came from. */
  source?: string | undefined
  onMerged: (contact_id: string) => void
  onDeleted: () => void
}

/** The windows in which something is done with a contact. Each is fetched when it is first wanted. */
export function ContactWindows({ contact, windows, source, onMerged, onDeleted }: Props) {
  const { shown, close } = windows
  const wanted = useWanted(shown)
  const window = (which: ContactWindow) => ({ open: shown?.window === which, onClose: close })
  const about = { contact_id: contact.id }
  return (
    <Suspense>
      {wanted.has('start') && <StartConversation {...window('start')} contact={contact} />}
      {wanted.has('lead') && <CreateLead {...window('lead')} {...about} source={source} />}
      {wanted.has('deal') && <CreateOpportunity {...window('deal')} {...about} />}
      {wanted.has('schedule') && <ScheduleDialog {...window('schedule')} about={wanted.get('schedule')?.about} />}
      {wanted.has('merge') && <MergeDialog {...window('merge')} contact={contact} onMerged={onMerged} />}
      {wanted.has('delete') && <DeleteContact {...window('delete')} contact={contact} onDeleted={onDeleted} />}
    </Suspense>
  )
}

/** What was opened once stays, so that it can close in its own time. */
function useWanted(shown: Shown | undefined) {
  const [wanted, want] = useState<ReadonlyMap<ContactWindow, Shown>>(new Map())
  if (shown && wanted.get(shown.window) !== shown) want(new Map([...wanted, [shown.window, shown]]))
  return wanted
}
