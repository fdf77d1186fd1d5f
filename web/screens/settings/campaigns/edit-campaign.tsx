import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { channelCapabilities } from '#contract/channels.ts'
import type { Campaign } from '#contract/records/campaign.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { TemplateFields } from '#web/features/channel-templates/template-fields.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { SelectField } from '#web/ui/select.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { asInput, emptyDraft, readDraft, type CampaignDraft } from './campaign-draft.ts'
import { MessageField } from './message-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { useCampaignWords } from './words.ts'

type Props = { edited: Campaign | 'new' | undefined; onClose: () => void }

/** Creates a campaign, or edits one that has not started. */
export function EditCampaign({ edited, onClose }: Props) {
  const words = useCampaignWords()
  return (
    <EditDialog wide edited={edited} onClose={onClose} title={(campaign) => (campaign ? words.edit : words.create)}>
      {(campaign) => <EditForm campaign={campaign} onClose={onClose} />}
    </EditDialog>
  )
}

function EditForm({ campaign, onClose }: { campaign: Campaign | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useCampaignWords()
  const { time_zone } = useAccount()
  const [draft, setDraft] = useState(() => (campaign ? readDraft(campaign, time_zone) : emptyDraft))
  const { save, error, errors, isPending } = useSaveCampaign(campaign, onClose)
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
function useSaveCampaign(campaign: Campaign | undefined, onClose: () => void) {
  const words = useCampaignWords()
  const { id: account_id, time_zone } = useAccount()
  const navigate = useNavigate()
  const options = {
    invalidates: ['list_campaigns', 'get_campaign'],
    message: () => words.saved,
    onSaved: ({ id: campaign_id }: Campaign) => {
      onClose()
      void navigate({
        to: '/app/$account_id/settings/campaigns/$campaign_id',
        params: { account_id, campaign_id },
        search: {},
      })
    },
  } as const
  const create = useSave('create_campaign', options)
  const update = useSave('update_campaign', options)
  const save = (draft: CampaignDraft) => {
    const input = asInput(draft, time_zone, campaign?.audience)
    if (campaign) update.save({ campaign_id: campaign.id, ...input })
    else create.save(input)
  }
  return { ...(campaign ? update : create), save }
}
