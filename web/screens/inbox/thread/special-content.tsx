import type { ReactNode } from 'react'
import { readChosen, readOptionGroups, readOptions } from '#contract/message-options.ts'
import type { Message } from '#contract/records/conversation.ts'
import {
  Check,
  CircleAlert,
  Images,
  ListChecks,
  MapPin,
  MessageSquareQuote,
  Package,
  UserRound,
} from '#web/ui/icons.ts'
import { listOf, numberOf, recordOf, textOf } from './attribute-values.ts'
import { RichText } from './rich-text.tsx'
import type { ThreadWords } from './words.es.ts'
import { useThreadWords } from './words.ts'

/** Contents other than text, by content type. */
export const specialContents: Readonly<Record<string, (props: { message: Message }) => ReactNode>> = {
  location: LocationView,
  contacts: ContactCards,
  choice: Choice,
  order: Order,
  story: Story,
  template: Template,
  buttons: Buttons,
  input_select: Buttons,
  list: ChoiceList,
  unsupported: Unsupported,
}

function LocationView({ message: { content_attributes, content } }: { message: Message }) {
  const { special: words } = useThreadWords()
  const { latitude, longitude, name, address } = content_attributes
  const [north, east] = [numberOf(latitude), numberOf(longitude)]
  return (
    <ContentFrame icon={<MapPin size={13} aria-hidden />} label={words.location}>
      {textOf(name) && <span className="block font-medium">{textOf(name)}</span>}
      {textOf(address) && <span className="block">{textOf(address)}</span>}
      {content && <Body text={content} />}
      {north !== undefined && east !== undefined && (
        <a
          href={`https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`}
          target="_blank"
          rel="noopener noreferrer"
          className="text-sm text-accent-text underline underline-offset-2"
        >
          {words.openMap}
        </a>
      )}
    </ContentFrame>
  )
}

function ContactCards({ message: { content_attributes, content } }: { message: Message }) {
  const { special: words } = useThreadWords()
  const cards = listOf(content_attributes['contacts']).map(recordOf)
  return (
    <ContentFrame icon={<UserRound size={13} aria-hidden />} label={words.contacts(cards.length)}>
      {content && <Body text={content} />}
      <ul className="space-y-1.5">
        {cards.map(({ name, phones, emails }, index) => (
          <li key={index}>
            <span className="block font-medium">{textOf(name) ?? words.unnamed}</span>
            {linksOf('tel:', phones)}
            {linksOf('mailto:', emails)}
          </li>
        ))}
      </ul>
    </ContentFrame>
  )
}

const linksOf = (scheme: string, values: unknown) =>
  listOf(values)
    .flatMap((each) => textOf(each) ?? [])
    .map((each) => (
      <a key={each} href={scheme + each} className="block text-sm text-accent-text underline underline-offset-2">
        {each}
      </a>
    ))

function Choice({ message: { content, content_attributes } }: { message: Message }) {
  const { special: words } = useThreadWords()
  return (
    <ContentFrame icon={<ListChecks size={13} aria-hidden />} label={words.choice}>
      {content ?? textOf(content_attributes['title'])}
    </ContentFrame>
  )
}

function Order({ message: { content, content_attributes } }: { message: Message }) {
  const { special: words } = useThreadWords()
  return (
    <ContentFrame icon={<Package size={13} aria-hidden />} label={words.order}>
      {content && <Body text={content} />}
      <ul>
        {listOf(content_attributes['items'])
          .map(recordOf)
          .map((item, index) => (
            <li key={index}>{describeItem(item)}</li>
          ))}
      </ul>
    </ContentFrame>
  )
}

function describeItem({ quantity, product_id, name, price, currency }: Record<string, unknown>) {
  const product = [quantity ?? 1, textOf(name) ?? textOf(product_id) ?? ''].join(' × ')
  return price === undefined || price === null ? product : `${product} · ${String(price)} ${textOf(currency) ?? ''}`
}

function Story({ message: { content, content_attributes } }: { message: Message }) {
  const { special: words } = useThreadWords()
  const { kind, url } = content_attributes
  const address = textOf(url)
  return (
    <ContentFrame
      icon={<Images size={13} aria-hidden />}
      label={kind === 'mention' ? words.storyMention : words.storyReply}
    >
      {content && <Body text={content} />}
      {address?.startsWith('https://') ? (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="text-sm text-accent-text underline underline-offset-2"
        >
          {words.openStory}
        </a>
      ) : (
        <span className="text-sm text-ink-3 italic">{words.storyGone}</span>
      )}
    </ContentFrame>
  )
}

function Template({ message: { content, content_attributes } }: { message: Message }) {
  const { special: words } = useThreadWords()
  const name = textOf(content_attributes['name']) ?? ''
  return (
    <ContentFrame icon={<MessageSquareQuote size={13} aria-hidden />} label={words.template(name)}>
      {content ? <Body text={content} /> : null}
    </ContentFrame>
  )
}

function Buttons({ message }: { message: Message }) {
  const { special: words } = useThreadWords()
  const { content } = message
  const chosen = readChosen(message)
  return (
    <>
      {content && <Body text={content} />}
      <ul aria-label={words.buttons} className="mt-1.5 flex flex-wrap gap-1.5">
        {readOptions(message).map(({ id, title }) => (
          <li
            key={id}
            className="flex items-center gap-1 rounded-lg bg-surface px-2.5 py-1 text-sm font-medium ring-1 ring-line ring-inset"
          >
            {id === chosen && <ChoiceMark />}
            {title}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Marks the option the customer chose. */
function ChoiceMark() {
  const { special: words } = useThreadWords()
  return <Check size={13} role="img" aria-label={words.choice} />
}

function ChoiceList({ message }: { message: Message }) {
  const { special: words } = useThreadWords()
  const { content } = message
  const chosen = readChosen(message)
  return (
    <>
      {content && <Body text={content} />}
      <div className="mt-1.5 min-w-48 rounded-lg bg-surface px-2.5 py-1.5 text-sm ring-1 ring-line ring-inset">
        <p className="font-medium">{textOf(message.content_attributes['button']) ?? words.list}</p>
        {readOptionGroups(message).map((group, index) => (
          <ul key={index} aria-label={group.title ?? words.list} className="mt-1 border-t border-line pt-1">
            {group.title && <li className="text-xs font-medium text-ink-2">{group.title}</li>}
            {group.options.map(({ id, title, description }) => (
              <li key={id}>
                <span className="flex items-center gap-1">
                  {id === chosen && <ChoiceMark />}
                  {title}
                </span>
                {description && <span className="block text-xs text-ink-2">{description}</span>}
              </li>
            ))}
          </ul>
        ))}
      </div>
    </>
  )
}

function Unsupported({ message: { content, content_attributes, attachments } }: { message: Message }) {
  const { special: words } = useThreadWords()
  if (content || attachments.length > 0) return content && <Body text={content} />
  const type = textOf(content_attributes['type'])
  return (
    <span className="flex items-start gap-1.5 text-sm text-ink-2 italic">
      <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
      {unsupportedText(words, type)}
    </span>
  )
}

const unsupportedText = (words: ThreadWords['special'], type: string | undefined) =>
  type && type !== 'unsupported' && type !== 'unknown' ? words.unsupportedType(type) : words.unsupported

const Body = ({ text }: { text: string }) => (
  <div>
    <RichText text={text} />
  </div>
)

const ContentFrame = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <div className="min-w-40">
    <div className="mb-0.5 flex items-center gap-1 text-xs font-medium text-ink-2">
      {icon}
      {label}
    </div>
    {children}
  </div>
)
