import { isLinkedId } from '#contract/phone.ts'
import { type Body, pickDefined, readBoolean, readId, readObject, readText } from '#doors/classic/request.ts'

/** Our fields in a classic body. Unknown fields are ignored, as classic clients expect. */
export function readContactChanges(body: Body): Body {
  const { city, country, company_name, job_title, description } = readObject(body.additional_attributes) ?? {}
  const { email, identifier } = body
  return pickDefined({
    name: readText(body.name),
    // Some clients send every field, those without a value as an empty text; null clears one.
    email: toText(email) || (email === null ? null : undefined),
    phone_number: readPhone(body) || (body.phone_number === null ? null : undefined),
    identifier: toText(identifier) || (identifier === null ? null : undefined),
    blocked: readBoolean(body.blocked),
    custom_attributes: readObject(body.custom_attributes),
    city: toText(city),
    country: toText(country),
    company_name: toText(company_name),
    job_title: toText(job_title),
    bio: toText(description),
  })
}

/** The fields of a new contact. Without a name, another identifying field becomes the name. */
export function readNewContact(body: Body): Body {
  const filled = Object.entries(readContactChanges(body)).filter(([, value]) => value !== null && value !== '')
  const { name, identifier, phone_number, email, ...others } = Object.fromEntries(filled)
  return pickDefined({
    ...others,
    name: name ?? identifier ?? phone_number ?? email,
    identifier,
    phone_number,
    email,
    inbox_id: readId(body.inbox_id),
    source_id: readText(body.source_id),
  })
}

/** The phone number, unless the identifier names it as a linked id, which bridges to WhatsApp send in its place. */
export function readPhone({ phone_number, identifier }: Body): unknown {
  const phone = toText(phone_number)
  return isLinkedId(String(phone), readText(identifier)) ? undefined : phone
}

/** A number becomes its digits; everything else is left as it is. */
function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}
