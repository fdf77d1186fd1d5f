import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Play, Square, Trash2 } from 'lucide-react'
import type { Campaign } from '#contract/records/campaign.ts'
import { explain, useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useAct, useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import { EditCampaign } from './edit-campaign.tsx'

const refreshes = ['get_campaign', 'list_campaigns', 'list_campaign_recipients'] as const

/** What can be done with a campaign, as far as it has come. */
export function CampaignActs({ campaign }: { campaign: Campaign }) {
  const { common } = useWords()
  const { campaigns: words } = useSettingsWords()
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
      <EditCampaign open={window === 'edit'} onClose={close} campaign={campaign} />
      <Delete open={window === 'delete'} onClose={close} campaign={campaign} />
    </>
  )
}

function Stop({ campaign }: { campaign: Campaign }) {
  const { campaigns: words } = useSettingsWords()
  const stop = useAct('stop_campaign', { refreshes, onSuccess: () => toast.good(words.stopped(campaign.name)) })
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

/** Messages cannot be taken back, so that it is said to how many they go. */
function Start({ open, onClose, campaign }: Props) {
  const { common } = useWords()
  const { campaigns: words } = useSettingsWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.startTitle(campaign.name)} closeLabel={common.close}>
      <StartBody campaign={campaign} onClose={onClose} />
    </Dialog>
  )
}

function StartBody({ campaign, onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { campaigns: words } = useSettingsWords()
  const format = useNumbers()
  const { audience, inbox } = campaign
  const { data } = useRead('count_audience', { audience, inbox: inbox.id })
  const start = useAct('start_campaign', {
    quiet: true,
    refreshes,
    onSuccess: () => {
      onClose()
      toast.good(words.started(campaign.name))
    },
  })
  return (
    <>
      <DialogBody>
        <div className="grid gap-3">
          {start.error && <Notice>{explain(start.error, 'campaign')}</Notice>}
          <p className="text-base text-ink-2">
            {data ? words.startWarning(words.contacts(data.reachable, format(data.reachable))) : words.startUnknown}
          </p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" busy={start.isPending} onClick={() => start.mutate({ campaign_id: campaign.id })}>
          {words.start}
        </Button>
      </DialogFooter>
    </>
  )
}

function Delete({ open, onClose, campaign }: Props) {
  const { common } = useWords()
  const { campaigns: words } = useSettingsWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const remove = useAct('delete_campaign', {
    refreshes: ['list_campaigns'],
    onSuccess: () => {
      toast.good(words.deleted(campaign.name))
      void navigate({ to: '/app/$account_id/settings/campaigns', params: { account_id } })
    },
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={words.deleteTitle(campaign.name)}
      cancel={common.cancel}
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ campaign_id: campaign.id })}
    >
      {words.deleteWarning}
    </Confirm>
  )
}
