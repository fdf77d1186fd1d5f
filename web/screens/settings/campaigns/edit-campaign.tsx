import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { channelCapabilities } from '#contract/channels.ts'
import type { Campaign } from '#contract/records/campaign.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { TemplateFields } from '#web/features/channel-templates/template-fields.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { asInput, emptyDraft, readDraft, type CampaignDraft } from './campaign-draft.ts'
import { MessageField } from './message-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { useCampaignWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; campaign?: Campaign }

/** Creates a campaign, or edits one that has not started. */
export function EditCampaign({ open, onClose, campaign }: Props) {
  const words = useCampaignWords()
  const title = campaign ? words.edit : words.create
  return (
    <Dialog wide open={open} onClose={onClose} title={title}>
      <EditForm onClose={onClose} {...(campaign && { campaign })} />
    </Dialog>
  )
}

function EditForm({ onClose, campaign }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const words = useCampaignWords()
  const { time_zone } = useAccount()
  const [draft, setDraft] = useState(() => (campaign ? readDraft(campaign, time_zone) : emptyDraft))
  const { save, error, isPending } = useSave(campaign, onClose)
  const errors = fieldErrors(error)
  const change = (next: Partial<CampaignDraft>) => setDraft((now) => ({ ...now, ...next }))
  const fields = { draft, onChange: change, errors }
  const inboxes = useRead('list_inboxes', {}).data?.items
  const channel = inboxes?.find(({ id }) => id === draft.inbox)?.channel
  const needsTemplate = channel !== undefined && channelCapabilities[channel].templates

  return (
    <DialogForm
      onSubmit={() => save(draft)}
      onCancel={onClose}
      submit={common.save}
      busy={isPending}
      problem={error && !fieldsWithErrors.some((field) => errors[field]) && describeError(error, 'campaign')}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.fields.name}
          hint={words.fields.nameHint}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          autoComplete="off"
          autoFocus
          error={errors['name']}
        />
        <InboxField {...fields} />
      </div>
      <AudienceFields {...fields} {...(campaign && { before: campaign.audience })} />
      {needsTemplate ? (
        <TemplateFields
          key={draft.inbox}
          inbox_id={draft.inbox}
          value={draft.template}
          onChange={(template) => change({ template })}
          errors={errors}
          variables={words.variables}
        />
      ) : (
        <MessageField {...fields} />
      )}
      <ScheduleFields {...fields} />
    </DialogForm>
  )
}

/** Fields that show their own errors. */
const fieldsWithErrors = ['name', 'inbox', 'content', 'template', 'audience', 'scheduled_at', 'per_minute']

export type FieldsProps = {
  draft: CampaignDraft
  onChange: (change: Partial<CampaignDraft>) => void
  errors: Record<string, string>
}

function InboxField({ draft, onChange, errors }: FieldsProps) {
  const { fields: words } = useCampaignWords()
  const { data } = useRead('list_inboxes', {})
  const choices = Object.fromEntries((data?.items ?? []).map(({ id, name }) => [id, name]))
  return (
    <SelectField
      label={words.inbox}
      placeholder={words.inboxPlaceholder}
      value={draft.inbox}
      choices={choices}
      onChange={(inbox) => onChange({ inbox, template: null })}
      hint={data?.items.length === 0 && words.noInboxes}
      error={errors['inbox']}
    />
  )
}

/** Creates or updates the campaign from the draft. */
function useSave(campaign: Campaign | undefined, onClose: () => void) {
  const words = useCampaignWords()
  const { id: account_id, time_zone } = useAccount()
  const navigate = useNavigate()
  const options = {
    silent: true,
    invalidates: ['list_campaigns', 'get_campaign'],
    onSuccess: ({ id: campaign_id }: Campaign) => {
      onClose()
      toast.good(words.saved)
      void navigate({
        to: '/app/$account_id/settings/campaigns/$campaign_id',
        params: { account_id, campaign_id },
        search: {},
      })
    },
  } as const
  const create = useAct('create_campaign', options)
  const update = useAct('update_campaign', options)
  const { error, isPending } = campaign ? update : create
  const save = (draft: CampaignDraft) => {
    const input = asInput(draft, time_zone, campaign?.audience)
    if (campaign) update.mutate({ campaign_id: campaign.id, ...input })
    else create.mutate(input)
  }
  return { save, error, isPending }
}
