import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { AiConfig } from '#contract/records/assistant.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { usePatchRead } from '#web/screens/settings/frame/use-patch-read.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ConfigForm } from './config-form.tsx'
import { PromptPanel } from './prompt-panel.tsx'
import { TrialChat } from './trial-chat.tsx'
import { useAssistantWords } from './words.ts'

/** The AI agent of a channel: its settings and a trial chat. */
export function Assistant() {
  const words = useAssistantWords()
  const inboxes = useRead('list_inboxes', {})
  const { inbox } = useSearch({ from: '/app/$account_id/settings/assistant' })
  const items = inboxes.data?.items ?? []
  const open = items.find(({ id }) => id === inbox) ?? items[0]
  return (
    <Section title={words.title} hint={words.hint}>
      <Loaded data={inboxes.data} error={inboxes.error} onRetry={inboxes.refetch} failed={words.failed}>
        {() =>
          open ? (
            <Agent key={open.id} inbox_id={open.id} inboxes={items} />
          ) : (
            <EmptyState art={<Spool />} title={words.noInboxes} actions={<ToChannels />}>
              {words.noInboxesHint}
            </EmptyState>
          )
        }
      </Loaded>
    </Section>
  )
}

function ToChannels() {
  const words = useAssistantWords()
  const { id: account_id } = useAccount()
  return (
    <Link to="/app/$account_id/settings/inboxes" params={{ account_id }} className={buttonClass('primary')}>
      {words.toChannels}
    </Link>
  )
}

function Agent({ inbox_id, inboxes }: { inbox_id: string; inboxes: { id: string; name: string }[] }) {
  const words = useAssistantWords()
  const navigate = useNavigate()
  const { data, error, refetch } = useRead('get_ai_config', { inbox: inbox_id })
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <Select
          label={words.inbox}
          value={inbox_id}
          choices={Object.fromEntries(inboxes.map(({ id, name }) => [id, name]))}
          onChange={(inbox) => void navigate({ to: '.', search: { inbox }, replace: true })}
        />
        {data && <EnabledSwitch config={data} />}
      </div>
      <div className="grid grid-cols-1 gap-x-8 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <PromptPanel inbox_id={inbox_id} />
          <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
            {(config) => <ConfigForm config={config} />}
          </Loaded>
        </div>
        <TrialChat inbox_id={inbox_id} />
      </div>
    </>
  )
}

function EnabledSwitch({ config }: { config: AiConfig }) {
  const words = useAssistantWords()
  const patch = usePatchRead()
  const { inbox, enabled } = config
  const update = useAct('update_ai_config', {
    invalidates: ['get_ai_config', 'list_inboxes', 'get_inbox'],
    onSuccess: (saved) => toast.good(saved.enabled ? words.turnedOn : words.turnedOff),
  })
  const set = (next: boolean) => {
    const revert = patch('get_ai_config', { inbox: inbox.id }, (current) => current && { ...current, enabled: next })
    update.mutate({ inbox: inbox.id, config: { enabled: next } }, { onError: revert })
  }
  return (
    <div className="flex items-center gap-2">
      <Switch bare label={words.isOn(inbox.name)} checked={enabled} onChange={set} />
      <span aria-hidden className="text-sm font-medium">
        {enabled ? words.on : words.off}
      </span>
    </div>
  )
}
