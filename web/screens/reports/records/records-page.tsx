import type { ComponentType } from 'react'
import { useParams } from '@tanstack/react-router'
import type { RecordKind } from '#contract/report-records.ts'
import { NotFoundScreen } from '#web/shell/fallbacks.tsx'
import { Assignments } from './assignments.tsx'
import { Breaches } from './breaches.tsx'
import { Messages } from './messages.tsx'
import { isRecordKind } from './record-filters.ts'
import { Surveys } from './surveys.tsx'

/** The list behind a figure, named and filtered by the address. */
export function RecordsPage() {
  const { list } = useParams({ strict: false })
  if (!isRecordKind(list)) return <NotFoundScreen />
  const List = pages[list]
  return <List key={list} />
}

const pages: Record<RecordKind, ComponentType> = {
  messages: Messages,
  assignments: Assignments,
  sla_breaches: Breaches,
  csat_responses: Surveys,
}
