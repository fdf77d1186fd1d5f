import { type Body, given, readBoolean, readId, readObject, readText } from '#doors/classic/reading.ts'

/** What a classic body says of our fields; what we do not know is passed over, as classic clients expect. */
export function contactChanges(body: Body): Body {
  const { city, country, company_name, job_title, description } = readObject(body.additional_attributes) ?? {}
  const { email, phone_number, identifier } = body
  return given({
    name: readText(body.name),
    email: written(email),
    phone_number: written(phone_number),
    identifier: written(identifier),
    blocked: readBoolean(body.blocked),
    custom_attributes: readObject(body.custom_attributes),
    city: written(city),
    country: written(country),
    company_name: written(company_name),
    job_title: written(job_title),
    bio: written(description),
  })
}

/** The fields of a new contact. Who has no name is called by what else is known of them. */
export function newContact(body: Body): Body {
  const told = Object.entries(contactChanges(body)).filter(([, value]) => value !== null && value !== '')
  const { name, identifier, phone_number, email, ...others } = Object.fromEntries(told)
  return given({
    ...others,
    name: name ?? identifier ?? phone_number ?? email,
    identifier,
    phone_number,
    email,
    inbox_id: readId(body.inbox_id),
    source_id: readText(body.source_id),
  })
}

/** A text or its absence; a number is taken for its digits. */
function written(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}
