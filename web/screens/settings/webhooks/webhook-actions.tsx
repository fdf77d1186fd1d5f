import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, History, KeyRound, Pencil, Send, Trash2 } from '#web/ui/icons.ts'
import type { Webhook } from '#contract/records/webhook.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { useCommands } from '#web/commands/commands.ts'
import { usePatchRead } from '#web/screens/settings/frame/use-patch-read.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { SecretOnce } from './secret-once.tsx'
import { useReplayWords, useWebhookWords } from './words.ts'

type Window = 'edit' | 'rotate' | 'replay' | 'delete'

/** The actions of an endpoint. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { common } = useWords()
  const words = useWebhookWords()
  const replay = useReplayWords()
  const [window, open] = useState<Window>()
  const close = () => open(undefined)
  const test = useAct('test_webhook', {
    invalidates: ['list_webhook_deliveries', 'get_webhook'],
    onSuccess: () => toast.good(words.tested),
  })
  const send = () => test.mutate({ webhook_id: webhook.id })
  useCommands([
    { name: words.test, key: 't', icon: Send, run: send },
    { name: words.edit, key: 'e', icon: Pencil, run: () => open('edit') },
    { name: replay.open, icon: History, run: () => open('replay') },
    { name: words.rotate, icon: KeyRound, run: () => open('rotate') },
  ])
  return (
    <>
      <EnabledSwitch webhook={webhook} />
      <Button look="outline" icon={<Send size={15} aria-hidden />} busy={test.isPending} onClick={send}>
        <span className="max-sm:sr-only">{words.test}</span>
      </Button>
      <Menu
        trigger={
          <IconButton label={common.more}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => open('edit')}>
          {words.edit}
        </MenuItem>
        <MenuItem icon={<History size={16} aria-hidden />} onSelect={() => open('replay')}>
          {replay.open}
        </MenuItem>
        <MenuItem icon={<KeyRound size={16} aria-hidden />} onSelect={() => open('rotate')}>
          {words.rotate}
        </MenuItem>
        <MenuLine />
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => open('delete')}>
          {words.delete}
        </MenuItem>
      </Menu>
      <EditWebhook edited={window === 'edit' ? webhook : undefined} onClose={close} />
      <ReplayDialog open={window === 'replay'} onClose={close} webhook={webhook} />
      <Rotate open={window === 'rotate'} onClose={close} webhook={webhook} />
      <Delete open={window === 'delete'} onClose={close} webhook={webhook} />
    </>
  )
}

function EnabledSwitch({ webhook: { id: webhook_id, url, enabled } }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const patch = usePatchRead()
  const update = useAct('update_webhook', {
    invalidates: ['list_webhooks', 'get_webhook', 'list_webhook_deliveries'],
    onSuccess: (saved) => toast.good(saved.enabled ? words.enabled : words.paused),
  })
  const set = (next: boolean) => {
    const revert = patch('get_webhook', { webhook_id }, (current) => current && { ...current, enabled: next })
    update.mutate({ webhook_id, enabled: next }, { onError: revert })
  }
  return <Switch bare label={words.isEnabled(url)} checked={enabled} onChange={set} />
}

type Props = { open: boolean; onClose: () => void; webhook: Webhook }

function Rotate({ open, onClose, webhook }: Props) {
  const words = useWebhookWords()
  const [secret, show] = useState<string>()
  const rotate = useAct('rotate_webhook_secret', {
    invalidates: ['get_webhook'],
    onSuccess: (rotated) => {
      onClose()
      show(rotated.secret)
    },
  })
  return (
    <>
      <Confirm
        open={open}
        onClose={onClose}
        title={words.rotateTitle}
        confirm={words.rotate}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate({ webhook_id: webhook.id })}
      >
        {webhook.kind === 'standard' ? words.rotateWarning : words.rotateClassic}
      </Confirm>
      <SecretOnce secret={secret} onClose={() => show(undefined)} />
    </>
  )
}

function Delete({ open, onClose, webhook }: Props) {
  const words = useWebhookWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return (
    <DeleteDialog
      record={open ? webhook : undefined}
      nameOf={({ url }) => url}
      onClose={onClose}
      onDeleted={() => void navigate({ to: '/app/$account_id/settings/webhooks', params: { account_id } })}
      operation="delete_webhook"
      input={({ id }) => ({ webhook_id: id })}
      invalidates={['list_webhooks']}
      words={{ ...words, deleteTitle: () => words.deleteTitle, deleted: () => words.deleted }}
    >
      {words.deleteWarning}
    </DeleteDialog>
  )
}
