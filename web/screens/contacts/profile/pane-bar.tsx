import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Combine, Ellipsis, Link2, Trash2, X } from 'lucide-react'
import type { Contact } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MergeDialog } from '#web/screens/contacts/merge/merge-dialog.tsx'
import { DeleteContact } from './delete-contact.tsx'

type Props = { contact: Contact | undefined; onClose: () => void }

/** What one can do with the whole contact. */
export function PaneBar({ contact, onClose }: Props) {
  const { contacts: words, common } = useWords()
  return (
    <div className="flex h-14 shrink-0 items-center gap-1 px-3">
      <IconButton label={words.back} onClick={onClose} className="lg:hidden">
        <ArrowLeft size={18} aria-hidden />
      </IconButton>
      <span className="flex-1" />
      {contact && <Acts contact={contact} onGone={onClose} />}
      <IconButton label={common.close} onClick={onClose} className="max-lg:hidden">
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}

function Acts({ contact, onGone }: { contact: Contact; onGone: () => void }) {
  const { contacts: words, common } = useWords()
  const [window, open] = useState<'merge' | 'delete'>()
  const navigate = useNavigate()
  const close = () => open(undefined)
  const copy = async () => {
    await navigator.clipboard.writeText(contact.url)
    toast.good(common.linkCopied)
  }
  const showKept = (contact_id: string) => {
    close()
    void navigate({ to: '.', params: (now) => ({ ...now, contact_id }), search: true, replace: true })
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton label={common.more}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={copy}>
          {common.copyLink}
        </MenuItem>
        <MenuItem icon={<Combine size={16} aria-hidden />} onSelect={() => open('merge')}>
          {words.merge.open}
        </MenuItem>
        <MenuLine />
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => open('delete')}>
          {words.delete.open}
        </MenuItem>
      </Menu>
      <MergeDialog open={window === 'merge'} onClose={close} contact={contact} onMerged={showKept} />
      <DeleteContact open={window === 'delete'} onClose={close} contact={contact} onDeleted={onGone} />
    </>
  )
}
