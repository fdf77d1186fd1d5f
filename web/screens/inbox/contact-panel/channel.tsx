import type { Profile } from '#web/api.ts'
import { useTime } from '#web/time.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { Row, Section } from '#web/screens/contacts/profile/section.tsx'
import { readFacts } from './facts.ts'
import type { Conversation } from './use-conversation.ts'
import { usePanelWords } from './words.ts'

type Props = { conversation: Conversation; identities: Profile['channel_identities'] }

/** What the channel knows: where they write from, with what, and who they are there. */
export function Channel({ conversation, identities }: Props) {
  const words = usePanelWords()
  const { channelNames, verified } = useContactWords()
  const time = useTime()
  const { inbox, channel, source_id, created_at, additional_attributes } = conversation
  const isVerified = identities.some((each) => each.source_id === source_id && each.verified)
  const names: Record<string, string> = words.facts
  return (
    <Section title={words.channel} folds="panel.channel" usually="closed">
      <Fact name={words.facts.inbox} text={`${inbox.name} · ${channelNames[channel]}`} />
      <Fact name={words.facts.source_id} text={isVerified ? `${source_id} · ${verified}` : source_id} />
      <Fact name={words.facts.created_at} text={time.full(created_at)} />
      {readFacts(additional_attributes).map(({ key, text, isAddress }) => (
        <Fact key={key} name={names[key] ?? key} text={text} isAddress={isAddress} />
      ))}
    </Section>
  )
}

function Fact({ name, text, isAddress = false }: { name: string; text: string; isAddress?: boolean }) {
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
