import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { ScheduledFilters } from '#contract/records/report-schedule.ts'
import { useAccount } from '#web/app/session.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useReportScheduleWords } from '#web/features/report-schedules/words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MailPlus } from '#web/ui/icons.ts'
import { DEFAULT_PERIOD, type ReportFilters } from '#web/screens/reports/report-filters.ts'
import { reportOf, type ReportName } from '#web/screens/reports/report-list.ts'
import { useReportFilters } from '#web/screens/reports/use-report-input.ts'

const ScheduleDialog = lazy(() =>
  import('#web/features/report-schedules/schedule-dialog.tsx').then(({ ScheduleDialog }) => ({
    default: ScheduleDialog,
  })),
)

/** Schedules the open report by e-mail, with its current filters. */
export function SendButton({ name }: { name: ReportName }) {
  const words = useReportScheduleWords()
  const { id: account_id } = useAccount()
  const filters = useReportFilters()
  const [isOpen, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const open = () => {
    setHasOpened(true)
    setOpen(true)
  }
  useCommands([{ name: words.open, icon: MailPlus, run: open }])
  return (
    <>
      <IconButton look="outline" label={words.open} onClick={open}>
        <MailPlus size={15} aria-hidden />
      </IconButton>
      {hasOpened && (
        <Suspense fallback={null}>
          <ScheduleDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            schedule={{
              report: reportOf(name).exports,
              period: periodOf(filters),
              filters: scheduledFilters(name, filters),
            }}
          >
            <Link
              to="/app/$account_id/settings/report-schedules"
              params={{ account_id }}
              className="justify-self-start text-sm font-medium text-accent-text hover:underline"
            >
              {words.all}
            </Link>
          </ScheduleDialog>
        </Suspense>
      )}
    </>
  )
}

/** Fixed dates make no sense in a mail that is sent again and again. */
const periodOf = ({ period = DEFAULT_PERIOD }: ReportFilters) => (period === 'custom' ? DEFAULT_PERIOD : period)

const UNASSIGNED = 'sin asignar'

/** The filters of the address that the report has. */
function scheduledFilters(
  name: ReportName,
  { inbox, pipeline, agent, source, compare }: ReportFilters,
): ScheduledFilters {
  const { filters } = reportOf(name)
  const person = agent === 'none' ? undefined : agent
  return {
    ...(filters.includes('inbox') && inbox && { inbox_id: inbox }),
    ...(filters.includes('pipeline') && pipeline && { pipeline_name: pipeline }),
    ...(filters.includes('source') && source && { source }),
    ...((name === 'agents' || name === 'satisfaction') && person && { agent: person }),
    ...(name === 'lead-response-times' && agent && { owner_name: person ?? UNASSIGNED }),
    ...(name === 'conversion' && compare !== 'off' && { compare_with_previous: true }),
  }
}
