import { useState } from 'react'
import type { AiSource } from '#contract/records/assistant.ts'
import { useAct } from '#web/query.ts'

type Offer = { content: string | null; sources: AiSource[] }

/** What a machine would answer, and what it makes of the conversation. Nothing is sent by it. */
export function useCopilot(conversation_id: string, onSuggest: (content: string) => void) {
  const [offer, setOffer] = useState<Offer>()
  const [isSummaryShown, showSummary] = useState(false)
  const suggest = useAct('suggest_reply', {
    onSuccess: (answer) => {
      setOffer(answer)
      if (answer.content) onSuggest(answer.content)
    },
  })
  const summarise = useAct('summarise_conversation', { quiet: true })
  return {
    offer,
    isSuggesting: suggest.isPending,
    suggest: () => !suggest.isPending && suggest.mutate({ conversation_id }),
    dismiss: () => setOffer(undefined),
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
