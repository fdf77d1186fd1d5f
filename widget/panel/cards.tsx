import type { ChatMessage } from '#contract/records/conversation.ts'
import type { Words } from './state.ts'

type Props = { message: ChatMessage; words: Words }

/** A place or the cards of people. Attributes are free-form, so anything of another type is left out. */
export function Cards({ message: { content_type, content_attributes }, words }: Props) {
  if (content_type === 'location') return <Place {...{ at: content_attributes, words }} />
  if (content_type !== 'contacts') return null
  const people = list(content_attributes['contacts']).filter((each) => typeof each === 'object' && each !== null)
  return (
    <>
      {people.map((person, i) => (
        <Person key={i} {...{ person: person as Attributes, words }} />
      ))}
    </>
  )
}

type Attributes = Record<string, unknown>

function Place({ at, words }: { at: Attributes; words: Words }) {
  const { latitude, longitude } = at
  const map = typeof latitude === 'number' && typeof longitude === 'number' && mapOf(latitude, longitude)
  return (
    <div class="card">
      <strong>{text(at['name']) || words.location}</strong>
      {text(at['address'])}
      {map && (
        <a href={map} target="_blank" rel="noopener noreferrer nofollow">
          {words.openMap}
        </a>
      )}
    </div>
  )
}

function mapOf(north: number, east: number): string {
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`
}

const Person = ({ person, words }: { person: Attributes; words: Words }) => (
  <div class="card">
    <strong>{text(person['name']) || words.contactCard}</strong>
    {texts(person['phones']).map((phone) => (
      <a key={phone} href={`tel:${phone}`}>
        {phone}
      </a>
    ))}
    {texts(person['emails']).map((email) => (
      <a key={email} href={`mailto:${email}`}>
        {email}
      </a>
    ))}
  </div>
)

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function texts(value: unknown): string[] {
  return list(value).map(text).filter(Boolean)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
