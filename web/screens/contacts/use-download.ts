import { useMutation } from '@tanstack/react-query'
import { fetchFile } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.tsx'
import { asInput, type Kept } from './contact-filters.ts'

/** What the list shows now, as a file. */
export function useDownload(filters: Kept) {
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
