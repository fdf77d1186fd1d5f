import type { ChannelTemplate } from '#contract/records/channel.ts'
import { templateValues, type TemplateValue } from '#contract/template-parameters.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { UploadList } from '#web/screens/inbox/composer/upload-list.tsx'
import type { Upload } from '#web/screens/inbox/composer/uploads.ts'
import { TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { acceptedFiles, type HeaderType } from '#web/features/channel-templates/header-file.tsx'
import { type EnteredValues, fieldOf, textsOf } from '#web/features/channel-templates/parameters.ts'

type Props = {
  template: ChannelTemplate
  entered: EnteredValues
  invalid: readonly string[]
  onChange: (field: string, value: string) => void
} & FileProps

type FileProps = {
  uploads: readonly Upload[]
  onAttach: (file: File) => void
  onRemove: (key: string) => void
}

/** A field for each value the template needs. */
export function ValueFields({ template, entered, invalid, onChange, uploads, onAttach, onRemove }: Props) {
  const { composer } = useThreadWords()
  const words = composer.template
  const { buttons } = textsOf(template)
  const labelOf = ({ part, key, type }: TemplateValue) => {
    if (part === 'body') return words.body(key)
    if (part === 'button') return words.button(buttons[Number(key)] ?? key)
    return type === 'text' ? words.header : words.link
  }
  // A quick reply sends its own label.
  const needed = templateValues(template).filter(({ is_optional }) => !is_optional)
  return needed.map((value) => {
    const field = fieldOf(value)
    const isFile = value.part === 'header' && value.type !== 'text'
    if (isFile && uploads.length > 0) return <UploadList key={field} uploads={uploads} onRemove={onRemove} />
    const input = (
      <TextField
        key={`${template.id}.${field}`}
        label={labelOf(value)}
        name={field}
        autoComplete="off"
        maxLength={1024}
        value={entered[field] ?? ''}
        onChange={({ target }) => onChange(field, target.value)}
        hint={isFile && words.linkHint}
        error={invalid.includes(field) && (isFile ? words.fileMissing : words.missing)}
      />
    )
    if (!isFile) return input
    return (
      <div key={`${template.id}.${field}`} className="grid gap-3">
        <FileDrop
          title={words.file}
          hint={words.fileHint}
          accept={acceptedFiles[value.type as HeaderType] ?? ''}
          onFiles={([file]) => file && onAttach(file)}
        />
        {input}
      </div>
    )
  })
}
