import { useState } from 'react'
import { channelCapabilities } from '#contract/channels.ts'
import type { Action } from '#contract/records/automation.ts'
import { useRead } from '#web/app/query.ts'
import { TemplateFields } from '#web/features/channel-templates/template-fields.tsx'
import { OptionRows } from '#web/features/message-options/option-rows.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { Words, type ActionProps } from './action-parts.tsx'
import { buttonsOf, kindOf, messageOf, optionsOf } from './message-kind.ts'
import { useAutomationWords } from './words.ts'

/** The most buttons any channel takes; a channel that takes fewer refuses the message, which the log shows. */
const MOST_BUTTONS = Math.max(...Object.values(channelCapabilities).map(({ buttons }) => buttons))

/** The message of a rule or macro: a text, a text with buttons, or an approved template. */
export function SendMessageFields(props: ActionProps<'send_message'>) {
  const { actions: words } = useAutomationWords()
  const { action, onChange } = props
  const kind = kindOf(action)
  return (
    <>
      <div>
        <Segmented
          label={words.messageKind}
          value={kind}
          choices={words.messageKinds}
          onChange={(next) => onChange(messageOf(next, action))}
        />
      </div>
      {kind === 'template' ? <Template {...props} /> : <Words {...props} field="content" />}
      {kind === 'buttons' && <Buttons {...props} />}
    </>
  )
}

function Buttons({ action, onChange, errors }: ActionProps<'send_message'>) {
  const { actions: words } = useAutomationWords()
  const isRefused = Object.keys(errors).some((field) => field.startsWith('buttons'))
  return (
    <>
      <OptionRows
        kind="buttons"
        options={optionsOf(action)}
        limit={MOST_BUTTONS}
        onChange={(options) => onChange({ ...action, buttons: buttonsOf(options) })}
        isMissing={isRefused}
      />
      <p className="text-xs text-ink-3">{words.buttonsHint}</p>
    </>
  )
}

function Template({ action, onChange, errors }: ActionProps<'send_message'>) {
  const { actions: words } = useAutomationWords()
  const { data } = useRead('list_inboxes', {})
  const inboxes = (data?.items ?? []).filter(({ channel }) => channelCapabilities[channel].templates)
  const [chosen, choose] = useState<string>()
  const inbox_id = chosen ?? inboxes[0]?.id
  if (inbox_id === undefined) return data && <Notice tone="warn">{words.noTemplateInbox}</Notice>
  const isUnnamed = action.template?.name === ''
  const isRefused = Object.keys(errors).length > 0
  return (
    <>
      {inboxes.length > 1 && (
        <SelectField
          label={words.templateInbox}
          value={inbox_id}
          choices={inboxes.map(({ id, name }) => [id, name] as const)}
          onChange={choose}
        />
      )}
      <TemplateFields
        key={inbox_id}
        inbox_id={inbox_id}
        value={action.template ?? null}
        onChange={(template) => onChange({ ...action, template } as Action)}
        errors={isUnnamed && isRefused ? { template: words.needed } : errors}
      />
      {!isUnnamed && <p className="text-xs text-ink-3">{words.templateHint}</p>}
    </>
  )
}
