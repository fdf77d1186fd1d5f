import { useState } from 'react'
import type { AiSource } from '#contract/records/assistant.ts'
import { useAct } from '#web/app/query.ts'

type Suggestion = { content: string | null; sources: AiSource[] }

/** Suggests replies and summarises the conversation. It never sends anything. */
export function useCopilot(conversation_id: string, onSuggest: (content: string) => void) {
  const [suggestion, setSuggestion] = useState<Suggestion>()
  const [isSummaryShown, showSummary] = useState(false)
  const suggest = useAct('suggest_reply', {
    onSuccess: (reply) => {
      setSuggestion(reply)
      if (reply.content) onSuggest(reply.content)
    },
  })
  const summarise = useAct('summarise_conversation', { silent: true })
  return {
    offer: suggestion,
    isSuggesting: suggest.isPending,
    suggest: () => !suggest.isPending && suggest.mutate({ conversation_id }),
    dismiss: () => setSuggestion(undefined),
    summary: isSummaryShown
      ? { text: summarise.data?.summary, error: summarise.error, isPending: summarise.isPending }
      : undefined,
    summarise: () => {
      showSummary(true)
      if (!summarise.isPending) summarise.mutate({ conversation_id })
    },
    closeSummary: () => showSummary(false),
  }
}

export type Copilot = ReturnType<typeof useCopilot>
