import type { Profile } from '#web/app/api.ts'
import { useTime } from '#web/app/format/time.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { Row, Section } from '#web/features/contacts/section.tsx'
import { readChannelDetails } from './channel-details.ts'
import type { Conversation } from './use-conversation.ts'
import { usePanelWords } from './words.ts'

type Props = { conversation: Conversation; identities: Profile['channel_identities'] }

/** Details from the channel, such as the contact's identifier, page and browser. */
export function ChannelSection({ conversation, identities }: Props) {
  const words = usePanelWords()
  const { verified } = useContactWords()
  const { channels } = useConversationWords()
  const time = useTime()
  const origins = useOrigins()
  const { inbox, channel, source_id, created_at, additional_attributes } = conversation
  const isVerified = identities.some((each) => each.source_id === source_id && each.verified)
  const names: Record<string, string> = words.details
  return (
    <Section title={words.channel} storageKey="panel.channel" initially="closed">
      <Detail name={words.details.inbox} text={`${inbox.name} · ${channels[channel]}`} />
      {source_id !== null && (
        <Detail name={words.details.source_id} text={isVerified ? `${source_id} · ${verified}` : source_id} />
      )}
      <Detail name={words.details.created_at} text={time.full(created_at)} />
      {readChannelDetails(additional_attributes).map(({ key, text, isAddress }) => (
        <Detail key={key} name={names[key] ?? key} text={origins.valueOf(key, text) ?? text} isAddress={isAddress} />
      ))}
    </Section>
  )
}

function Detail({ name, text, isAddress = false }: { name: string; text: string; isAddress?: boolean }) {
  return (
    <Row name={<span title={name}>{name}</span>}>
      <p className="px-2 py-1 text-sm wrap-anywhere">
        <span className="sr-only">{name}: </span>
        {isAddress ? (
          <a href={text} target="_blank" rel="noreferrer noopener" className="text-accent-text hover:underline">
            {text}
          </a>
        ) : (
          text
        )}
      </p>
    </Row>
  )
}
