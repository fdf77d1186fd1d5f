import { useState } from 'react'
import type { CampaignTemplate } from '#contract/records/campaign.ts'
import type { ChannelTemplate } from '#contract/records/channel.ts'
import { templateValues, type TemplateValue } from '#contract/template-parameters.ts'
import { useRead } from '#web/app/query.ts'
import { MessagePreview } from '#web/features/message-template/message-area.tsx'
import type { Variables } from '#web/features/message-template/words.es.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { HeaderFields } from './header-fields.tsx'
import { acceptedFiles, type HeaderType } from './header-file.tsx'
import { readEntered } from './entered-values.ts'
import { fieldOf, fillText, textsOf, toParameters } from './parameters.ts'
import { useTemplateWords } from './words.ts'

type Props = {
  inbox_id: string
  value: CampaignTemplate | null
  onChange: (template: CampaignTemplate) => void
  errors: Record<string, string>
  /** Variables for the preview, if not the default ones. */
  variables?: Variables
}

/** Chooses an approved template, with values that may contain variables of the contact. */
export function TemplateFields({ inbox_id, value, onChange, errors, variables }: Props) {
  const words = useTemplateWords()
  const { data } = useRead('list_inbox_templates', { inbox_id })
  const approved = (data?.items ?? []).filter(({ status }) => status === 'APPROVED')
  const chosen = approved.find(({ name, language }) => name === value?.name && language === value.language)
  const choose = (template: ChannelTemplate | undefined) =>
    template && onChange({ name: template.name, language: template.language, parameters: {} })
  if (data && approved.length === 0) return <Notice tone="warn">{words.none}</Notice>
  return (
    <>
      <SelectField
        label={words.choose}
        placeholder={words.placeholder}
        value={chosen?.id ?? ''}
        choices={approved.map(({ id, name, language }) => [id, `${name} (${language})`] as const)}
        onChange={(id) => choose(approved.find((each) => each.id === id))}
        error={errors['template'] ?? errors['content']}
      />
      {chosen && (
        <Values
          key={chosen.id}
          template={chosen}
          {...{ inbox_id, value, onChange, errors }}
          {...(variables && { variables })}
        />
      )}
    </>
  )
}

function Values({ inbox_id, template, value, onChange, errors, variables }: Props & { template: ChannelTemplate }) {
  const words = useTemplateWords()
  const [entered, enter] = useState(() => readEntered(value?.parameters ?? {}))
  const { header, body, buttons } = textsOf(template)
  const { name, language } = template
  const file = value?.parameters.header
  const keepFile = typeof file === 'object' ? { header: file } : {}
  const change = (field: string, text: string) => {
    const next = { ...entered, [field]: text }
    enter(next)
    onChange({ name, language, parameters: { ...toParameters(template, next), ...keepFile } as never })
  }
  const changeFile = (chosen: typeof file) => {
    const { header: _, ...others } = toParameters(template, entered)
    onChange({ name, language, parameters: { ...others, ...(chosen !== undefined && { header: chosen }) } as never })
  }
  const labelOf = ({ part, key }: TemplateValue) => {
    if (part === 'header') return words.header
    return part === 'body' ? words.body(key) : words.button(buttons[Number(key)] ?? key)
  }
  return (
    <>
      {templateValues(template)
        .filter(({ is_optional }) => !is_optional)
        .map((each) => {
          const field = fieldOf(each)
          if (isFileType(each.type))
            return (
              <HeaderFields
                key={field}
                inbox_id={inbox_id}
                type={each.type}
                header={file}
                onChange={changeFile}
                error={errors[`template/parameters/${field}`]}
              />
            )
          return (
            <TextField
              key={field}
              label={labelOf(each)}
              hint={words.hint}
              autoComplete="off"
              maxLength={1024}
              value={entered[field] ?? ''}
              onChange={({ target }) => change(field, target.value)}
              error={errors[`template/parameters/${field}`]}
            />
          )
        })}
      <MessagePreview
        content={[fillText(header, 'header', entered), fillText(body, 'body', entered)].filter(Boolean).join('\n\n')}
        {...(variables && { variables })}
      />
    </>
  )
}

const isFileType = (type: TemplateValue['type']): type is HeaderType => Object.hasOwn(acceptedFiles, type)
