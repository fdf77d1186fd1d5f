import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Campaign } from '#contract/records/campaign.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct, useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import { AudienceFields } from './audience-fields.tsx'
import { asInput, emptyDraft, readDraft, type CampaignDraft } from './campaign-draft.ts'
import { MessageField } from './message-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'

type Props = { open: boolean; onClose: () => void; campaign?: Campaign }

/** A new campaign, or one that has not left yet. */
export function EditCampaign({ open, onClose, campaign }: Props) {
  const { common } = useWords()
  const { campaigns: words } = useSettingsWords()
  const title = campaign ? words.edit : words.create
  return (
    <Dialog wide open={open} onClose={onClose} title={title} closeLabel={common.close}>
      <EditForm onClose={onClose} {...(campaign && { campaign })} />
    </Dialog>
  )
}

function EditForm({ onClose, campaign }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { campaigns: words } = useSettingsWords()
  const { time_zone } = useAccount()
  const [draft, setDraft] = useState(() => (campaign ? readDraft(campaign, time_zone) : emptyDraft))
  const { save, error, isPending } = useSave(campaign, onClose)
  const errors = fieldErrors(error)
  const change = (next: Partial<CampaignDraft>) => setDraft((now) => ({ ...now, ...next }))
  const fields = { draft, onChange: change, errors }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save(draft)
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid grid-cols-1 gap-5">
          {error && !known.some((field) => errors[field]) && <Notice>{explain(error, 'campaign')}</Notice>}
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
          <MessageField {...fields} />
          <ScheduleFields {...fields} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={isPending}>
          {common.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Fields that say themselves what is wrong with them. */
const known = ['name', 'inbox', 'content', 'audience', 'scheduled_at', 'per_minute']

export type FieldsProps = {
  draft: CampaignDraft
  onChange: (change: Partial<CampaignDraft>) => void
  errors: Record<string, string>
}

function InboxField({ draft, onChange, errors }: FieldsProps) {
  const { fields: words } = useSettingsWords().campaigns
  const { data } = useRead('list_inboxes', {})
  const choices = Object.fromEntries((data?.items ?? []).map(({ id, name }) => [id, name]))
  return (
    <SelectField
      label={words.inbox}
      placeholder={words.inboxPlaceholder}
      value={draft.inbox}
      choices={choices}
      onChange={(inbox) => onChange({ inbox })}
      hint={data?.items.length === 0 && words.noInboxes}
      error={errors['inbox']}
    />
  )
}

/** A campaign is made, or changed, of the same draft. */
function useSave(campaign: Campaign | undefined, onClose: () => void) {
  const { campaigns: words } = useSettingsWords()
  const { id: account_id, time_zone } = useAccount()
  const navigate = useNavigate()
  const options = {
    quiet: true,
    refreshes: ['list_campaigns', 'get_campaign'],
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
