import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Check, Trophy, X } from '#web/ui/icons.ts'
import type { StageVisit } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Deal, Stage } from '#web/features/deals/deal.ts'
import { daysByStage } from './stage-time.ts'
import { useDrawerWords } from './words.ts'

type Props = { deal: Deal; history: StageVisit[] | undefined; onMove: (stage: Stage) => void }

/** Stages of the pipeline as steps. Arrow keys move the focus, Enter moves the deal. */
export function StageSteps({ deal, history, onMove }: Props) {
  const { stages: words, days: inDays } = useDrawerWords()
  const stages = useStages(deal)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) list.current!.scrollLeft = current.offsetLeft - list.current!.clientWidth / 2 + current.offsetWidth / 2
  }, [deal.stage.id, stages])
  if (!stages) return <Skeleton className="h-10 w-full rounded-lg!" />
  const spent = daysByStage(history ?? [], Date.now())
  const at = stages.findIndex(({ id }) => id === deal.stage.id)
  const ended = stages[at]?.type !== 'open'

  return (
    <ol
      ref={list}
      aria-label={words.label}
      onKeyDown={moveFocus}
      className="flex gap-0.5 overflow-x-auto rounded-lg [scrollbar-width:none]"
    >
      {stages.map((stage, i) => {
        const isCurrent = i === at
        const isPast = stage.type === 'open' && i < at && !(ended && stages[at]?.type === 'lost')
        const time = spent.get(stage.id)
        const hint = time === undefined ? stage.name : words.spent(stage.name, inDays(time))
        return (
          <li
            key={stage.id}
            className="flex min-w-25 flex-1 first:[&>button]:rounded-l-lg last:[&>button]:rounded-r-lg"
          >
            <button
              type="button"
              title={hint}
              aria-label={isCurrent ? words.current(stage.name) : words.move(stage.name)}
              aria-current={isCurrent ? 'step' : undefined}
              onClick={() => !isCurrent && onMove(stage)}
              className={cx(stepClass, lookOf(stage, isCurrent, isPast))}
            >
              <StepIcon stage={stage} isPast={isPast} />
              <span className="line-clamp-2 leading-tight wrap-break-word">{stage.name}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

export function useStages(deal: Deal): Stage[] | undefined {
  return useRead('crm_list_pipelines', {}).data?.items.find(({ id }) => id === deal.pipeline.id)?.stages
}

function StepIcon({ stage: { type }, isPast }: { stage: Stage; isPast: boolean }) {
  if (type === 'won') return <Trophy size={13} aria-hidden className="shrink-0" />
  if (type === 'lost') return <X size={13} aria-hidden className="shrink-0" />
  return isPast ? <Check size={13} aria-hidden className="shrink-0" /> : null
}

const stepClass = cx(
  'flex h-10 w-full min-w-0 items-center justify-center gap-1 px-1.5 text-xs font-medium transition-colors pointer-coarse:h-11',
  'focus-visible:outline-offset-[-2px]',
)

function lookOf({ type }: Stage, isCurrent: boolean, isPast: boolean) {
  if (isCurrent && type === 'won') return 'bg-good-soft text-good-text ring-1 ring-current ring-inset'
  if (isCurrent && type === 'lost') return 'bg-danger-soft text-danger-text ring-1 ring-current ring-inset'
  if (isCurrent) return 'bg-accent text-on-accent'
  return isPast ? 'bg-accent-soft text-accent-text hover:bg-press' : 'bg-hover text-ink-2 hover:bg-press hover:text-ink'
}

function moveFocus(event: KeyboardEvent<HTMLOListElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus()
}
