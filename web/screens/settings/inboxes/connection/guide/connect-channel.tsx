import { useState, type ReactNode } from 'react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ProviderChannel } from '#contract/channels.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { Problem } from '#web/app/api.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { backClass, Section } from '#web/screens/settings/frame/section.tsx'
import { type Credentials, readCredentials } from '#web/screens/settings/inboxes/connection/credential-fields.ts'
import { useCacheInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckList } from '#web/ui/check-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { ArrowLeft } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { readGuideSearch } from './guide-search.ts'
import { CredentialInputs } from './credential-inputs.tsx'
import { DrawnPage } from './drawing.tsx'
import { MailInputs } from './mail-inputs.tsx'
import { useGuideWords } from './words.ts'

/** Connects a channel step by step: a new one, or one that exists, with new credentials. */
export function ConnectChannel() {
  const { channel, inbox_id } = readGuideSearch(useSearch({ strict: false }))
  const words = useGuideWords()
  const { channels } = useInboxWords()
  const { id: account_id } = useAccount()
  const back = (
    <Link to="/app/$account_id/settings/inboxes" params={{ account_id }} aria-label={words.back} className={backClass}>
      <ArrowLeft size={18} aria-hidden />
    </Link>
  )
  return (
    <Section narrow title={words.title(channels[channel])} hint={words.intro} back={back}>
      <Guide key={channel} channel={channel} inbox_id={inbox_id} />
    </Section>
  )
}

type Props = { channel: ProviderChannel; inbox_id: string | undefined }

function Guide({ channel, inbox_id }: Props) {
  const words = useGuideWords()
  const { creating, connection } = useInboxWords()
  const agents = useRead('list_agents', {}, { enabled: !inbox_id }).data?.items ?? []
  const { user } = useSession()
  const [members, setMembers] = useState([user.id])
  const [login, setLogin] = useState<'instagram' | 'facebook'>('instagram')
  const { save, isPending, error } = useConnect(inbox_id)
  const errors = fieldErrors(error)
  const steps = words.steps[channel]
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ name = '', ...texts }) =>
        save({ name, channel, members, credentials: readCredentials(channel, { ...texts, login }) }),
      )}
    >
      <ol className="space-y-5">
        {steps.map(({ title, text, drawing }, index) => (
          <Step
            key={title}
            number={index + 1}
            title={title}
            text={text}
            aside={drawing && <DrawnPage drawing={drawing} />}
          >
            {channel === 'instagram' && index === 1 && (
              <SelectField label={words.login} value={login} choices={words.logins} onChange={setLogin} />
            )}
            {channel === 'email' && index === 1 && <MailInputs errors={errors} />}
            <CredentialInputs channel={channel} step={index} errors={errors} />
          </Step>
        ))}
        {!inbox_id && (
          <Step number={steps.length + 1} title={words.last} text={words.lastText}>
            <TextField
              label={creating.name}
              hint={creating.nameHint}
              name="name"
              autoComplete="off"
              maxLength={255}
              error={errors['name']}
            />
            <CheckList
              label={`${creating.members} (${members.length})`}
              value={members}
              choices={agents}
              onChange={setMembers}
            />
          </Step>
        )}
      </ol>
      <div className="mt-5 grid gap-3 pl-0 sm:pl-11">
        {error && <Notice>{reasonOf(error, words.unreachable)}</Notice>}
        <div>
          <Button look="primary" size="lg" type="submit" busy={isPending}>
            {isPending ? words.busy : inbox_id ? connection.submit : words.submit}
          </Button>
        </div>
      </div>
    </form>
  )
}

type StepProps = { number: number; title: string; text: string; aside?: ReactNode; children?: ReactNode }

const Step = ({ number, title, text, aside, children }: StepProps) => (
  <li className="flex flex-col gap-3 sm:flex-row">
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-text"
    >
      {number}
    </span>
    <div className="grid min-w-0 flex-1 gap-4 rounded-xl bg-surface p-4 ring-1 ring-line sm:p-5">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="mt-0.5 text-sm text-pretty text-ink-2">{text}</p>
      </div>
      {aside}
      {children}
    </div>
  </li>
)

/** The provider's own reason, unless it could not be reached. */
function reasonOf(error: unknown, unreachable: string): string {
  if (error instanceof Problem && error.code === 'channel_unreachable') return unreachable
  return describeError(error, 'credentials')
}

type Entered = { name: string; channel: ProviderChannel; members: string[]; credentials: Credentials }

/** Creates the channel, or replaces its credentials, and opens its connection. */
function useConnect(inbox_id: string | undefined) {
  const { creating, connection } = useInboxWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const cacheInbox = useCacheInbox()
  const show = (inbox: Inbox) =>
    void navigate({
      to: '/app/$account_id/settings/inboxes/$inbox_id',
      params: { account_id, inbox_id: inbox.id },
      search: { tab: 'connection' },
    })
  const create = useAct('create_inbox', {
    silent: true,
    invalidates: ['list_inboxes'],
    onSuccess: (inbox) => {
      toast.good(creating.done(inbox.name))
      show(inbox)
    },
  })
  const connect = useAct('connect_inbox', {
    silent: true,
    invalidates: ['list_inboxes', 'list_inbox_templates'],
    onSuccess: (inbox) => {
      cacheInbox(inbox)
      toast.good(connection.connected)
      show(inbox)
    },
  })
  const save = ({ credentials, ...fields }: Entered) =>
    inbox_id ? connect.mutate({ inbox_id, credentials }) : create.mutate({ ...fields, credentials })
  return { save, isPending: create.isPending || connect.isPending, error: create.error ?? connect.error }
}
