import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Play, Square, Trash2 } from '#web/ui/icons.ts'
import type { Campaign } from '#contract/records/campaign.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EditCampaign } from './edit-campaign.tsx'
import { useCampaignWords } from './words.ts'

const invalidates = ['get_campaign', 'list_campaigns', 'list_campaign_recipients'] as const

/** The actions available in the campaign's status. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { common } = useWords()
  const words = useCampaignWords()
  const [window, open] = useState<'start' | 'edit' | 'delete'>()
  const close = () => open(undefined)
  const { status } = campaign
  const isEditable = status === 'draft' || status === 'scheduled'
  return (
    <>
      {status === 'running' || status === 'scheduled' ? <Stop campaign={campaign} /> : null}
      {status === 'draft' || status === 'stopped' || status === 'scheduled' ? (
        <Button look="primary" icon={<Play size={15} aria-hidden />} onClick={() => open('start')}>
          {status === 'stopped' && campaign.started_at ? words.resume : words.start}
        </Button>
      ) : null}
      {status !== 'running' && (
        <Menu
          trigger={
            <IconButton label={common.more}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
        >
          {isEditable && (
            <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => open('edit')}>
              {words.edit}
            </MenuItem>
          )}
          <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => open('delete')}>
            {words.delete}
          </MenuItem>
        </Menu>
      )}
      <Start open={window === 'start'} onClose={close} campaign={campaign} />
      <EditCampaign edited={window === 'edit' ? campaign : undefined} onClose={close} />
      <Delete open={window === 'delete'} onClose={close} campaign={campaign} />
    </>
  )
}

function Stop({ campaign }: { campaign: Campaign }) {
  const words = useCampaignWords()
  const stop = useAct('stop_campaign', {
    invalidates,
    onSuccess: () => toast.good(words.stopped(campaign.name)),
  })
  return (
    <Button
      look="outline"
      icon={<Square size={14} aria-hidden />}
      busy={stop.isPending}
      onClick={() => stop.mutate({ campaign_id: campaign.id })}
    >
      {words.stop}
    </Button>
  )
}

type Props = { open: boolean; onClose: () => void; campaign: Campaign }

/** Shows the number of recipients first, because messages cannot be unsent. */
function Start({ open, onClose, campaign }: Props) {
  const words = useCampaignWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.startTitle(campaign.name)}>
      <StartBody campaign={campaign} onClose={onClose} />
    </Dialog>
  )
}

function StartBody({ campaign, onClose }: Omit<Props, 'open'>) {
  const words = useCampaignWords()
  const format = useNumbers()
  const { audience, inbox } = campaign
  const { data } = useRead('count_audience', { audience, inbox: inbox.id })
  const { save, error, isPending } = useSave('start_campaign', {
    invalidates,
    onSaved: onClose,
    message: () => words.started(campaign.name),
  })
  return (
    <DialogForm
      onSubmit={() => save({ campaign_id: campaign.id })}
      onCancel={onClose}
      submit={words.start}
      busy={isPending}
      problem={error && describeError(error, 'campaign')}
    >
      <p className="text-base text-ink-2">
        {data ? words.startWarning(words.contacts(data.reachable, format(data.reachable))) : words.startUnknown}
      </p>
    </DialogForm>
  )
}

function Delete({ open, onClose, campaign }: Props) {
  const words = useCampaignWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return (
    <DeleteDialog
      record={open ? campaign : undefined}
      nameOf={({ name }) => name}
      onClose={onClose}
      onDeleted={() => void navigate({ to: '/app/$account_id/settings/campaigns', params: { account_id } })}
      operation="delete_campaign"
      input={({ id }) => ({ campaign_id: id })}
      invalidates={['list_campaigns']}
      words={words}
    >
      {words.deleteWarning}
    </DeleteDialog>
  )
}
