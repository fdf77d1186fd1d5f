import type { Conversation } from '#contract/records/conversation.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { usePeople } from '#web/screens/inbox/actions/use-people.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { matchesQuery, type Trigger } from './triggers.ts'
import { fillVariables, variableValues } from './variables.ts'

export type Suggestion = { id: string; name: string; hint?: string; preview?: string; insert: string }

const MAX_SUGGESTIONS = 50

/** Suggestions for the typed text: saved replies, people or details of the contact. */
export function useSuggestions(trigger: Trigger | undefined, conversation: Conversation): Suggestion[] {
  const canned = useSavedReplies(trigger?.kind === 'canned', conversation)
  const people = useMentions()
  const values = useVariableValues(conversation, trigger !== undefined)
  if (!trigger) return []
  const { kind, query } = trigger
  const all = { canned, mention: people, variable: toSuggestions(values) }[kind]
  return all
    .filter(({ id, name, hint = '', preview = '' }) => matchesQuery(query, name, hint, preview, id))
    .slice(0, MAX_SUGGESTIONS)
}

/** The variables and their values. The full contact is loaded when they are needed. */
export function useVariableValues(conversation: Conversation, isNeeded: boolean): VariableValues {
  const { composer: words } = useThreadWords()
  const account = useAccount()
  const { user: agent } = useSession()
  const { contact, custom_attributes } = conversation
  const profile = useRead('get_contact', { contact_id: contact.id }, { enabled: isNeeded }).data
  const values = variableValues({
    contact: profile ?? contact,
    agent,
    conversation: { ...conversation, custom_attributes },
    account,
  })
  const names: Record<string, string> = words.variableNames
  const nameOf = (path: string) => names[path] ?? path.split('.').at(-1)!.replaceAll('_', ' ')
  return { values, nameOf, noValue: words.noValue }
}

export type VariableValues = { values: Record<string, string>; nameOf: (path: string) => string; noValue: string }

/** Variables without a value are listed too, so that the user sees what is missing. */
const toSuggestions = ({ values, nameOf, noValue }: VariableValues): Suggestion[] =>
  Object.entries(values).map(([path, value]) => ({
    id: path,
    name: nameOf(path),
    hint: value || noValue,
    insert: value || `{{${path}}}`,
  }))

/** Saved replies; those of this inbox come first. */
function useSavedReplies(isNeeded: boolean, conversation: Conversation): Suggestion[] {
  const { data } = useRead('list_canned_responses', {}, { enabled: isNeeded })
  const { values } = useVariableValues(conversation, isNeeded)
  const rank = ({ inbox }: { inbox: { id: string } }) => Number(inbox.id !== conversation.inbox.id)
  return (data?.items ?? [])
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ id, short_code, content, inbox }) => {
      const text = fillVariables(content, values)
      return {
        id,
        name: `/${short_code}`,
        preview: text,
        insert: text,
        ...(inbox.id !== conversation.inbox.id && { hint: inbox.name }),
      }
    })
}

/** Agents, and teams as all their members; everyone mentioned is notified. */
function useMentions(): Suggestion[] {
  const { composer: words } = useThreadWords()
  const { agents, teams } = usePeople()
  return [
    ...agents.map(({ id, name, email }) => ({ id, name, hint: email, insert: `@${name} ` })),
    ...teams
      .filter(({ members }) => members.length > 0)
      .map(({ id, name, members }) => ({
        id: `team-${id}`,
        name,
        hint: `${words.team} · ${members.map((each) => each.name).join(', ')}`,
        insert: members.map((each) => `@${each.name} `).join(''),
      })),
  ]
}
