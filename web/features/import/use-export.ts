import { useMutation } from '@tanstack/react-query'
import { fetchFile, type Input } from '#web/app/api.ts'
import { language, useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.tsx'

type Export = 'export_contacts' | 'export_leads' | 'export_opportunities'

/** Downloads a filtered list as a CSV file. */
export function useExport<N extends Export>(name: N, title: string, input: Omit<Input<N>, 'language'>) {
  const { common } = useWords()
  const { id } = useAccount()
  const spoken = language.use()
  return useMutation({
    mutationFn: () => fetchFile(id, name, { ...input, language: spoken } as Input<N>),
    onSuccess: (file) => {
      saveFile(file, `${title.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.csv`)
      toast.good(common.exported)
    },
  })
}
