import type { CampaignTemplate } from '#contract/records/campaign.ts'
import { sendFiles } from '#web/app/api.ts'
import { queryClient, readKey, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { ChosenFile, type HeaderType, HeaderUpload } from './header-file.tsx'
import { useTemplateWords } from './words.ts'

type Header = CampaignTemplate['parameters']['header']

type Props = {
  inbox_id: string
  type: HeaderType
  header: Header
  onChange: (header: Header) => void
  error?: string | undefined
}

/** The file of a header: a new one, one stored before, or a link. */
export function HeaderFields({ inbox_id, type, header, onChange, error }: Props) {
  const words = useTemplateWords()
  const { id: account_id } = useAccount()
  const { data } = useRead('list_inbox_files', { inbox_id, limit: 100 })
  const files = (data?.items ?? []).filter(({ file_type }) => file_type === storedType[type])
  const chosen = typeof header === 'object' && 'attachment_id' in header ? header.attachment_id : undefined
  const link = typeof header === 'object' && 'link' in header ? header.link : ''
  const upload = async (file: File, onProgress: (part: number) => void) => {
    const { items } = await sendFiles(
      account_id,
      'add_inbox_files',
      { inbox_id } as never,
      { files: [file] },
      onProgress,
    )
    void queryClient.invalidateQueries({ queryKey: readKey(account_id, 'list_inbox_files') })
    onChange({ attachment_id: items[0]!.id })
  }
  if (chosen !== undefined) {
    const file = files.find(({ id }) => id === chosen)
    const name = file?.file_name ?? words.storedFile
    return (
      <div className="grid gap-1.5">
        <span className="text-sm font-medium">{words.file[type]}</span>
        <ChosenFile name={name} type={type} url={file?.url} onRemove={() => onChange(undefined)} />
        {error && <p className="text-sm text-danger-text">{error}</p>}
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      <HeaderUpload type={type} title={words.file[type]} upload={upload} error={error} />
      {files.length > 0 && (
        <SelectField
          label={words.storedFile}
          placeholder={words.chooseFile}
          value=""
          choices={files.map(({ id, file_name }) => [id, file_name] as const)}
          onChange={(attachment_id) => onChange({ attachment_id })}
        />
      )}
      <TextField
        label={words.link}
        hint={words.linkHint}
        optional={words.orLink}
        autoComplete="off"
        maxLength={2000}
        value={link}
        onChange={({ target }) => onChange(target.value.trim() ? { link: target.value } : undefined)}
      />
    </div>
  )
}

const storedType: Record<HeaderType, string> = { image: 'image', video: 'video', gif: 'video', document: 'file' }
