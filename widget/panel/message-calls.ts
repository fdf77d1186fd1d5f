import type { ChatMessage } from '#contract/records/conversation.ts'
import type { Api } from './api.ts'
import { retry } from './retry.ts'
import type { State } from './state.ts'
import { merge } from './thread.ts'

type Page = { items: ChatMessage[]; next_cursor: string | null }

type Options = {
  api(): Api
  state(): State
  set(patch: Partial<State>): void
  addMessages(messages: ChatMessage[]): void
}

/** Calls about the messages shown: earlier ones, reactions and answers to surveys. */
export function openMessageCalls({ api, state, set, addMessages }: Options) {
  const loadOlder = async () => {
    const { older } = state()
    if (older === null) return
    const query = new URLSearchParams({ limit: '100', ...(older && { cursor: older }) })
    const { items, next_cursor } = await api().call<Page>('GET', `/messages?${query}`)
    set({ messages: merge(items, state().messages), older: next_cursor })
  }
  return {
    loadOlder,
    /** Loads earlier messages until this one is there. */
    async reveal(id: string) {
      const isMissing = () => !state().messages.some((message) => message.id === id)
      while (isMissing() && state().older !== null) await loadOlder()
    },
    react(message_id: string, emoji: string | null) {
      const path = `/messages/${message_id}/reaction`
      const call = () => api().call<ChatMessage>(emoji ? 'PUT' : 'DELETE', path, emoji ? { emoji } : undefined)
      void retry(call).then(
        (message) => addMessages([message]),
        () => {},
      )
    },
    async answer(token: string, rating: number, comment: string | null) {
      await api().call('POST', '/survey', { token, rating, comment })
      const withAnswer = (message: ChatMessage): ChatMessage =>
        message.survey?.token === token ? { ...message, survey: { ...message.survey, rating, comment } } : message
      set({ messages: state().messages.map(withAnswer) })
    },
  }
}
