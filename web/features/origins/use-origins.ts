import { useConversationWords } from '#web/features/conversations/words.ts'
import { originName } from './origin-names.ts'
import { useOriginWords } from './words.ts'

/** Names of sources and media, which screens show instead of their slugs. */
export function useOrigins() {
  const { sources, media } = useOriginWords()
  const { channels } = useConversationWords()
  const source = (text: string) => originName(text, sources)
  const medium = (text: string) => originName(text, media)
  return {
    source,
    medium,
    /** The source of a contact, or the channel type of the first conversation. */
    sourceOrChannel: (text: string) => originName(text, { ...channels, ...sources }),
    /** The value of a field that may hold a source or medium, by the key of the field; undefined for other fields. */
    valueOf: (field: string, value: unknown) => {
      if (typeof value !== 'string' || value === '') return undefined
      return sourceFields.has(field) ? source(value) : mediumFields.has(field) ? medium(value) : undefined
    },
  }
}

const sourceFields = new Set(['source', 'source_name', 'utm_source', 'origin', 'referral.source'])
const mediumFields = new Set(['utm_medium', 'medium'])
