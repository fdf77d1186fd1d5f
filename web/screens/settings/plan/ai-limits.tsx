import { Link } from '@tanstack/react-router'
import { Check, Minus } from '#web/ui/icons.ts'
import type { AiLimits as Bounds } from '#contract/plans.ts'
import type { AiTool } from '#contract/records/assistant.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { usePlanWords } from './words.ts'

export function AiLimits({ limits: { messages, top_k, summary, tools } }: { limits: Bounds }) {
  const words = usePlanWords()
  const format = useNumbers()
  const { id: account_id } = useAccount()
  const facts = [
    [words.messages, format(messages)],
    [words.topK, format(top_k)],
    [words.summary, summary ? words.yes : words.no],
  ] as const
  return (
    <Panel
      title={words.ai}
      hint={words.aiHint}
      aside={
        <Link to="/app/$account_id/settings/assistant" params={{ account_id }} className={buttonClass('outline')}>
          {words.configure}
        </Link>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 @lg:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 mb-2 text-sm font-medium">{words.tools}</h3>
      <ul className="grid gap-x-6 gap-y-1.5 text-sm @lg:grid-cols-2">
        {(Object.keys(words.toolNames) as AiTool[]).map((tool) => (
          <Tool key={tool} name={words.toolNames[tool]} isIn={tools.includes(tool)} />
        ))}
      </ul>
    </Panel>
  )
}

function Tool({ name, isIn }: { name: string; isIn: boolean }) {
  const words = usePlanWords()
  const Icon = isIn ? Check : Minus
  return (
    <li className={isIn ? 'flex items-start gap-2' : 'flex items-start gap-2 text-ink-3'}>
      <Icon size={16} aria-hidden className={isIn ? 'mt-0.5 shrink-0 text-good-text' : 'mt-0.5 shrink-0'} />
      <span>
        {name}
        <span className="sr-only">: {isIn ? words.yes : words.no}</span>
      </span>
    </li>
  )
}
