import { Link } from '@tanstack/react-router'
import type { Inbox } from '#contract/records/inbox.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeleteInbox } from './delete-inbox.tsx'

export function GeneralTab({ inbox }: { inbox: Inbox }) {
  return (
    <div className="max-w-3xl">
      <About inbox={inbox} />
      <AiAgent inbox={inbox} />
      <DeleteInbox inbox={inbox} />
    </div>
  )
}

function About({ inbox }: { inbox: Inbox }) {
  const { general: words, channels, saved } = useInboxWords()
  const { draft, isChanged, change, discard } = useDraft({ name: inbox.name })
  const save = useChangeInbox({
    silent: true,
    onSaved: () => {
      discard()
      toast.good(saved)
    },
  })
  const errors = fieldErrors(save.error)
  return (
    <form noValidate onSubmit={handleSubmit(() => save.mutate({ inbox_id: inbox.id, ...draft }))}>
      <Panel title={words.about}>
        {save.error && !errors['name'] && <Notice>{describeError(save.error)}</Notice>}
        <div className="grid gap-4 @xl:grid-cols-2">
          <TextField
            label={words.name}
            hint={words.nameHint}
            autoComplete="off"
            maxLength={255}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            error={errors['name']}
          />
          <TextField label={words.channel} value={channels[inbox.channel]} readOnly />
        </div>
        <div className="mt-4 -mb-4">
          <SaveBar isChanged={isChanged} busy={save.isPending} onDiscard={discard} />
        </div>
      </Panel>
    </form>
  )
}

function AiAgent({ inbox }: { inbox: Inbox }) {
  const { general: words, saved } = useInboxWords()
  const { id: account_id } = useAccount()
  const save = useChangeInbox({ onSaved: () => toast.good(saved) })
  // Shows the value being saved.
  const isOn = (save.isPending ? save.variables.ai_agent_enabled : undefined) ?? inbox.ai_agent_enabled
  return (
    <Panel
      title={words.ai}
      hint={words.aiHint}
      aside={
        <Link to="/app/$account_id/settings/assistant" params={{ account_id }} className={buttonClass('outline')}>
          {words.aiConfigure}
        </Link>
      }
    >
      <Switch
        label={words.aiSwitch}
        checked={isOn}
        onChange={(ai_agent_enabled) => save.mutate({ inbox_id: inbox.id, ai_agent_enabled })}
      />
    </Panel>
  )
}
