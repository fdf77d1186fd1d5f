import { Link } from '@tanstack/react-router'
import { BookOpen, UserRound, Wrench } from '#web/ui/icons.ts'
import type { AiTrial } from '#contract/records/assistant.ts'
import { useAccount } from '#web/app/session.ts'
import { useAssistantWords, useTrialWords } from './words.ts'

/** The agent's trial reply with its sources, tools and handover. */
export function TrialReply({ answer }: { answer: AiTrial }) {
  const words = useTrialWords()
  const { reply, handed_over } = answer
  return (
    <div className="max-w-[92%] self-start">
      <div className="rounded-2xl rounded-bl-sm bg-surface px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap ring-1 ring-line ring-inset">
        <span className="sr-only">{words.agent}: </span>
        {reply ?? <span className="text-ink-3">{words.silent}</span>}
      </div>
      {handed_over && (
        <p className="mt-1.5 flex items-center gap-1.5 text-xs font-medium text-warn-text">
          <UserRound size={13} aria-hidden className="shrink-0" />
          {words.handedOver}: {words.reasons[handed_over]}
        </p>
      )}
      <Tools answer={answer} />
      <Sources answer={answer} />
    </div>
  )
}

function Tools({ answer: { tool_calls } }: { answer: AiTrial }) {
  const words = useTrialWords()
  const { toolNames } = useAssistantWords()
  if (tool_calls.length === 0) return null
  return (
    <p className="mt-1.5 flex items-start gap-1.5 text-xs text-ink-2">
      <Wrench size={13} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {words.tools}: {tool_calls.map(({ tool }) => toolNames[tool as keyof typeof toolNames] ?? tool).join(', ')}
      </span>
    </p>
  )
}

function Sources({ answer: { sources } }: { answer: AiTrial }) {
  const words = useTrialWords()
  const { id: account_id } = useAccount()
  if (sources.length === 0) return null
  return (
    <div className="mt-1.5 flex items-start gap-1.5 text-xs text-ink-2">
      <BookOpen size={13} aria-hidden className="mt-0.5 shrink-0" />
      <div>
        {words.sources}:
        <ul>
          {sources.map(({ document_id, title, score }, index) => (
            <li key={index}>
              <Link
                to="/app/$account_id/settings/knowledge/$document_id"
                params={{ account_id, document_id }}
                className="text-accent-text underline"
              >
                {title}
              </Link>{' '}
              <span className="tabular-nums">{Math.round(score * 100)} %</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
