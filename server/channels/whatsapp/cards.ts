import { object, objects, type Payload, text } from '#channels/meta/payload.ts'

/** A contact card in a message. */
export type Card = {
  name: string
  phones: string[]
  emails: string[]
  /** Identifiers at WhatsApp of the person on the card. */
  wa_ids: string[]
}

export function readCards(contacts: unknown): Card[] {
  return objects(contacts).map((card) => {
    const phones = objects(card.phones)
    const numbers = phones.map(({ phone, wa_id }) => text(phone) ?? text(wa_id))
    const vcard = text(card.vcard) ?? ''
    return {
      name: nameOf(card, vcard) ?? numbers[0] ?? '',
      phones: numbers.filter((each) => each !== undefined),
      emails: objects(card.emails)
        .map(({ email }) => text(email))
        .filter((each) => each !== undefined),
      wa_ids: [...phones.map(({ wa_id }) => text(wa_id)), ...waidsIn(vcard)].filter((each) => each !== undefined),
    }
  })
}

function nameOf({ name, org }: Payload, vcard: string): string | undefined {
  const { formatted_name, first_name, last_name } = object(name)
  const parts = [text(first_name), text(last_name)].filter(Boolean).join(' ')
  return (
    text(formatted_name) ?? (text(parts) || /^FN[^:\n]*:(.+)$/m.exec(vcard)?.[1]?.trim()) ?? text(object(org).company)
  )
}

function waidsIn(vcard: string): string[] {
  return [...vcard.matchAll(/\bwaid=(\d+)/gi)].map((match) => match[1]!)
}
