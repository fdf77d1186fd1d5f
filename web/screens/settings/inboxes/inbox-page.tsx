import type { ReactNode } from 'react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from '#web/ui/icons.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { useCommands } from '#web/commands/commands.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { backClass, Section } from '#web/screens/settings/frame/section.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ApiTab } from './api/api-tab.tsx'
import { ConnectionTab } from './connection/connection-tab.tsx'
import { CsatTab } from './csat/csat-tab.tsx'
import { EventsTab } from './events/events-tab.tsx'
import { GeneralTab } from './general/general-tab.tsx'
import { HoursTab } from './hours/hours-tab.tsx'
import { readInboxTab, tabsOf, type InboxTab } from './inbox-tab.ts'
import { InstallTab } from './install/install-tab.tsx'
import { PeopleTab } from './people/people-tab.tsx'
import { SlaTab } from './sla/sla-tab.tsx'
import { TemplatesTab } from './templates/templates-tab.tsx'
import { WidgetTab } from './widget/widget-tab.tsx'
import { useInboxWords } from './words.ts'

export function InboxPage() {
  const words = useInboxWords()
  const { id: account_id } = useAccount()
  const { inbox_id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRead('get_inbox', { inbox_id })
  const back = (
    <Link to="/app/$account_id/settings/inboxes" params={{ account_id }} aria-label={words.back} className={backClass}>
      <ArrowLeft size={18} aria-hidden />
    </Link>
  )
  return (
    <Section title={data?.name ?? words.one} back={back}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.unreadable}>
        {(inbox) => <Sheets key={inbox.id} inbox={inbox} />}
      </Loaded>
    </Section>
  )
}

function Sheets({ inbox }: { inbox: Inbox }) {
  const words = useInboxWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const { tab: requested } = readInboxTab(useSearch({ strict: false }))
  const tabs = tabsOf(inbox.channel)
  const tab = requested && tabs.includes(requested) ? requested : 'general'
  const open = (next: InboxTab) =>
    void navigate({
      to: '/app/$account_id/settings/inboxes/$inbox_id',
      params: { account_id, inbox_id: inbox.id },
      search: { tab: next },
    })
  useCommands(tabs.map((each) => ({ name: `${inbox.name}: ${words.tabNames[each]}`, run: () => open(each) })))
  const sheets = Object.fromEntries(
    tabs.map((each) => [
      each,
      { name: words.tabNames[each], content: <div className="px-4 pt-5 md:px-6">{contents[each](inbox)}</div> },
    ]),
  ) as Record<InboxTab, { name: string; content: ReactNode }>
  return (
    <div className="-mx-4 -mt-5 md:-mx-6">
      <Tabs label={words.tabs} value={tab} onChange={open} tabs={sheets} />
    </div>
  )
}

const contents: Record<InboxTab, (inbox: Inbox) => ReactNode> = {
  general: (inbox) => <GeneralTab inbox={inbox} />,
  widget: (inbox) => <WidgetTab inbox={inbox} />,
  install: (inbox) => <InstallTab inbox={inbox} />,
  api: (inbox) => <ApiTab inbox={inbox} />,
  connection: (inbox) => <ConnectionTab inbox={inbox} />,
  templates: (inbox) => <TemplatesTab inbox={inbox} />,
  events: (inbox) => <EventsTab inbox={inbox} />,
  people: (inbox) => <PeopleTab inbox={inbox} />,
  hours: (inbox) => <HoursTab inbox={inbox} />,
  sla: (inbox) => <SlaTab inbox={inbox} />,
  csat: (inbox) => <CsatTab inbox={inbox} />,
}
