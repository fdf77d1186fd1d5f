import { useState } from 'react'
import type { ChannelTemplate } from '#contract/records/channel.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { checkTemplateParameters, templateValues } from '#contract/template-parameters.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { send } from '#web/screens/inbox/composer/outbox.ts'
import { useUploads } from '#web/screens/inbox/composer/uploads.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type EnteredValues, fillText, textsOf, toParameters } from '#web/features/channel-templates/parameters.ts'
import { TemplatePreview } from './template-preview.tsx'
import { ValueFields } from './value-fields.tsx'

type Props = { open: boolean; onClose: () => void; conversation: Conversation }

/** Chooses an approved template, fills in its values and sends it. */
export function SendTemplate({ open, onClose, conversation }: Props) {
  const { composer } = useThreadWords()
  const { data } = useRead('list_inbox_templates', { inbox_id: conversation.inbox.id }, { enabled: open })
  const approved = data?.items.filter(({ status }) => status === 'APPROVED')
  return (
    <Dialog open={open} onClose={onClose} title={composer.template.open}>
      {approved ? (
        <Form {...{ approved, conversation, onClose }} />
      ) : (
        <div className="p-5">
          <Skeleton className="h-32 w-full" />
        </div>
      )}
    </Dialog>
  )
}

type FormProps = { approved: ChannelTemplate[]; conversation: Conversation; onClose: () => void }

function Form({ approved, conversation, onClose }: FormProps) {
  const { composer } = useThreadWords()
  const words = composer.template
  const { id: account_id } = useAccount()
  const [template, choose] = useState(approved.length === 1 ? approved[0] : undefined)
  const [entered, enter] = useState<EnteredValues>({})
  const [isRefused, refuse] = useState(false)
  const { uploads, add, remove, clear, isBusy } = useUploads()
  const files = uploads.flatMap(({ file }) => file ?? [])
  const problems = template ? checkTemplateParameters(template, toParameters(template, entered), files.length > 0) : []
  const canSend = template && isSendable(template)
  const submit = () => {
    if (!template) return
    if (problems.length > 0) return refuse(true)
    const { name, language } = template
    const parameters = toParameters(template, entered) as never
    void send({
      account_id,
      conversation_id: conversation.id,
      content: fillText(textsOf(template).body, 'body', entered),
      private: false,
      files,
      template: { name, language, parameters },
    })
    onClose()
  }
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit={composer.send}
      busy={isBusy}
      disabled={!canSend}
      problem={template && !canSend && words.unsupported}
    >
      {approved.length === 0 ? (
        <Notice tone="plain">{words.none}</Notice>
      ) : (
        <PickerField
          label={words.choose}
          search={words.find}
          nothing={words.nothing}
          value={template?.id ?? ''}
          placeholder={words.find}
          choices={approved.map(({ id, name, language }) => ({ id, name: `${name} (${language})` }))}
          onChange={(id) => {
            choose(approved.find((each) => each.id === id))
            enter({})
            clear()
            refuse(false)
          }}
        />
      )}
      {template && canSend && (
        <>
          <ValueFields
            template={template}
            entered={entered}
            invalid={isRefused ? problems.map(({ field }) => field) : []}
            onChange={(field, value) => enter((now) => ({ ...now, [field]: value }))}
            uploads={uploads}
            onAttach={(file) => add([file])}
            onRemove={remove}
          />
          <TemplatePreview template={template} entered={entered} />
        </>
      )}
    </DialogForm>
  )
}

/** Carousels, offers and locations need values that this form does not take. */
const isSendable = (template: ChannelTemplate) =>
  templateValues(template).every(({ type }) => type !== 'location') &&
  template.components.every(({ type }) => !['CAROUSEL', 'LIMITED_TIME_OFFER'].includes(String(type).toUpperCase()))
