import { useEffect, useRef } from 'react'
import { sendFiles } from '#web/app/api.ts'
import { useAccount } from '#web/app/session.ts'
import { ChosenFile, type HeaderType, HeaderUpload } from '#web/features/channel-templates/header-file.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { TextField } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select.tsx'
import type { TemplateDraft } from './template-draft.ts'

type Props = { draft: TemplateDraft; isRefused: boolean; onChange: (more: Partial<TemplateDraft>) => void }

/** The header of a template: nothing, a text, or the example of a file. */
export function HeaderField({ draft: { header_kind, header, header_file }, isRefused, onChange }: Props) {
  const { templates: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const previews = useRef<string[]>([])
  useEffect(() => {
    const addresses = previews.current
    return () => addresses.forEach((address) => URL.revokeObjectURL(address))
  }, [])
  const upload = async (file: File, onProgress: (part: number) => void) => {
    const files = { attachments: [file] }
    const { attachments } = await sendFiles(account_id, 'upload_attachments', {} as never, files, onProgress)
    const preview = URL.createObjectURL(file)
    previews.current.push(preview)
    onChange({ header_file: { token: attachments[0]!.token, name: file.name, preview } })
  }
  const type = fileTypes[header_kind]
  return (
    <div className="grid gap-3">
      <SelectField
        label={words.header}
        value={header_kind}
        choices={words.headerKinds}
        onChange={(chosen) => onChange({ header_kind: chosen, header_file: null })}
      />
      {header_kind === 'TEXT' && (
        <TextField
          label={words.headerText}
          autoComplete="off"
          maxLength={60}
          value={header}
          onChange={({ target }) => onChange({ header: target.value })}
          error={isRefused && words.headerMissing}
        />
      )}
      {type && header_file && (
        <ChosenFile
          name={header_file.name}
          type={type}
          url={header_file.preview}
          onRemove={() => onChange({ header_file: null })}
        />
      )}
      {type && !header_file && (
        <HeaderUpload
          type={type}
          title={words.headerExample}
          {...(type === 'document' && { accept: '.pdf' })}
          upload={upload}
          error={isRefused && words.headerFileMissing}
        />
      )}
      {type && <p className="text-xs text-ink-3">{words.headerFileHint}</p>}
    </div>
  )
}

const fileTypes: Partial<Record<TemplateDraft['header_kind'], HeaderType>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
}
