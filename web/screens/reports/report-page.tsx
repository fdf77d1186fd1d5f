import type { ComponentType } from 'react'
import { useParams } from '@tanstack/react-router'
import { NotFoundScreen } from '#web/shell/fallbacks.tsx'
import { ReportHeader } from './frame/report-header.tsx'
import { Agents } from './pages/agents.tsx'
import { AgentPerformance } from './pages/agent-performance.tsx'
import { AgentResponseTimes } from './pages/agent-response-times.tsx'
import { Conversations } from './pages/conversations.tsx'
import { Conversion } from './pages/conversion.tsx'
import { Crm } from './pages/crm.tsx'
import { FunnelPage } from './pages/funnel-page.tsx'
import { LeadResponseTimes } from './pages/lead-response-times.tsx'
import { LostReasons } from './pages/lost-reasons.tsx'
import { Overview } from './pages/overview.tsx'
import { Satisfaction } from './pages/satisfaction.tsx'
import { SlaBreaches } from './pages/sla-breaches.tsx'
import { isReport, type ReportName } from './report-list.ts'
import { useReportCommands } from './use-report-commands.ts'

/** The report named in the address. */
export function ReportPage() {
  const { report } = useParams({ strict: false })
  return isReport(report) ? <Open key={report} name={report} /> : <NotFoundScreen />
}

function Open({ name }: { name: ReportName }) {
  useReportCommands(name)
  const Page = pages[name]
  return (
    <>
      <ReportHeader name={name} />
      <Page />
    </>
  )
}

const pages: Record<ReportName, ComponentType> = {
  overview: Overview,
  conversations: Conversations,
  agents: Agents,
  'agent-response-times': AgentResponseTimes,
  'sla-breaches': SlaBreaches,
  satisfaction: Satisfaction,
  crm: Crm,
  funnel: FunnelPage,
  conversion: Conversion,
  'agent-performance': AgentPerformance,
  'lost-reasons': LostReasons,
  'lead-response-times': LeadResponseTimes,
}
