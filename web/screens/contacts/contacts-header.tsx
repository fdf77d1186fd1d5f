import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { Combine, Download, Ellipsis, Plus, Upload } from 'lucide-react'
import { fetchFile } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.tsx'
import { asInput } from './contact-filters.ts'

type Props = { filters: Parameters<typeof asInput>[0]; onCreate: () => void; onImport: () => void }

export function ContactsHeader({ filters, onCreate, onImport }: Props) {
  const { contacts: words, common } = useWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const download = useDownload(filters)
  const openDuplicates = () => navigate({ to: '/app/$account_id/contacts/duplicates', params: { account_id } })

  return (
    <header className="flex h-14 shrink-0 items-center gap-2 px-4 sm:px-5">
      <h1 className="flex-1 truncate text-lg font-semibold">{words.title}</h1>
      <Menu
        trigger={
          <IconButton label={common.more} busy={download.isPending}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Upload size={16} aria-hidden />} onSelect={onImport}>
          {words.import.open}
        </MenuItem>
        <MenuItem icon={<Download size={16} aria-hidden />} onSelect={() => download.mutate()}>
          {words.export}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Combine size={16} aria-hidden />} onSelect={openDuplicates}>
          {words.duplicates.open}
        </MenuItem>
      </Menu>
      <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={onCreate}>
        {words.create.open}
        <Kbd onAccent>C</Kbd>
      </Button>
    </header>
  )
}

/** What the list shows now, as a file. */
function useDownload(filters: Props['filters']) {
  const { contacts: words } = useWords()
  const { id } = useAccount()
  return useMutation({
    mutationFn: () => fetchFile(id, 'export_contacts', asInput(filters)),
    onSuccess: (file) => {
      saveFile(file, `${words.title.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.csv`)
      toast.good(words.exported)
    },
  })
}
