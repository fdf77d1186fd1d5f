import type { Author } from '#contract/records/author.ts'
import type { Lead } from '#contract/records/crm.ts'
import { folded } from '#kernel/reference.ts'

export const utm_fields = ['utm_source', 'utm_medium', 'utm_campaign'] as const
export type Utm = Pick<Lead, (typeof utm_fields)[number]>
export type Attribution = Pick<
  Lead,
  (typeof utm_fields)[number] | 'utm_origin' | 'utm_origin_by' | 'utm_origin_at' | 'utm_auto'
>

/** What a caller sends: absent is untouched, an empty text or null clears. */
export type Sent = { [F in (typeof utm_fields)[number]]?: string | null | undefined }
/** Custom attributes, of which some tell where somebody came from. */
export type Hints = Readonly<Record<string, unknown>>

/** Labels people use for where a lead came from, with what else they write, as source and medium. */
const labels: readonly [utm_source: string, utm_medium: string, ...names: string[]][] = [
  ['whatsapp', 'messaging', 'whatsapp', 'wa', 'wpp', 'whats app'],
  ['facebook', 'social', 'facebook', 'fb', 'messenger', 'face'],
  ['instagram', 'social', 'instagram', 'ig', 'insta'],
  // Not organic: nobody can prove that they came from a search.
  ['website', 'web', 'web', 'website', 'sitio web', 'pagina web', 'formulario', 'landing'],
  ['email', 'email', 'email', 'correo', 'e-mail', 'mail', 'newsletter'],
  ['phone', 'call', 'llamada', 'call', 'telefono', 'phone', 'telefonica'],
  ['google', 'organic', 'google'],
  ['google', 'cpc', 'google ads'],
  ['tiktok', 'social', 'tiktok'],
  ['telegram', 'messaging', 'telegram'],
  ...['fincaraiz', 'metrocuadrado', 'ciencuadras', 'mercadolibre', 'tucarro'].map(
    (portal): [string, string, string] => [portal, 'portal', portal],
  ),
  ['offline', 'signage', 'valla', 'aviso'],
  ['offline', 'walk_in', 'sala de ventas', 'vitrina'],
  ['offline', 'event', 'feria'],
]

const known = new Map(
  labels.flatMap(([utm_source, utm_medium, ...names]) => names.map((n) => [n, { utm_source, utm_medium }])),
)

/** What a label means; undefined where nobody knows it. */
export function fromLabel(label: string | null | undefined): Pick<Utm, 'utm_source' | 'utm_medium'> | undefined {
  if (!label) return undefined
  return known.get(plain(label)) ?? (isReferral(label) ? { utm_source: 'referral', utm_medium: 'referral' } : undefined)
}

const referral = new RegExp(
  '(^|[^\\p{L}\\p{N}])(' +
    'referid[oa]s?|referencia(do)?|referrals?|referred|reference|recomendad[oa]s?|recomendacion(es)?|recommended|recommendation|' +
    'voz a voz|boca a boca|boca en boca|word of mouth)($|[^\\p{L}\\p{N}])',
  'u',
)

/** Whether somebody sent them: then it must be said who. Whole words only, so that nobody preferred is taken for referred. */
export function isReferral(text: string | null | undefined): boolean {
  return text != null && referral.test(plain(text).replaceAll('_', ' '))
}

function plain(text: string): string {
  return folded(text).replace(/\s+/g, ' ')
}

/** The first touch of something new: what the caller says, else what is known by itself. It is kept as it was then. */
export function begin(sent: Sent, found: Utm, now: Date): Attribution {
  const utm = { ...found, ...stated(cleaned(sent)) }
  const isKnown = hasAny(utm)
  return {
    ...utm,
    utm_origin: isKnown ? 'automatic' : null,
    utm_origin_by: null,
    utm_origin_at: isKnown ? now.toISOString() : null,
    utm_auto: isKnown ? snapshot(utm, now) : null,
  }
}

/** Of something new there is nothing to clear: an empty value says nothing. */
function stated(utm: Partial<Utm>): Partial<Utm> {
  return Object.fromEntries(Object.entries(utm).filter(([, said]) => said !== null))
}

/** What somebody says later counts as said by them; what it was before is kept, once. */
export function revise(before: Attribution, sent: Sent, found: Utm | undefined, by: Author, now: Date): Attribution {
  const said = cleaned(sent)
  const isManual = utm_fields.some((field) => said[field] !== undefined && said[field] !== before[field])
  if (isManual) {
    return {
      ...before,
      ...said,
      utm_origin: 'manual',
      utm_origin_by: by,
      utm_origin_at: now.toISOString(),
      utm_auto: before.utm_auto ?? snapshot(before, now),
    }
  }
  // What somebody decided is not overruled by a label.
  if (!found || before.utm_origin === 'manual' || utm_fields.every((field) => found[field] === before[field]))
    return before
  return {
    ...found,
    utm_origin: 'automatic',
    utm_origin_by: null,
    utm_origin_at: now.toISOString(),
    utm_auto: before.utm_auto ?? snapshot(found, now),
  }
}

/** What is known by itself: a label, or else the first touch of the contact; an advertisement tells more than either. */
export function find(label: string | null | undefined, hints: Hints, contact: Hints): Utm {
  const labelled = fromLabel(label)
  if (labelled) return withAdvertisement({ ...labelled, utm_campaign: null }, hints)
  const touched = {
    utm_source: value(text(contact.utm_source)),
    utm_medium: value(text(contact.utm_medium)),
    utm_campaign: text(contact.utm_campaign),
  }
  return withAdvertisement(touched, { ...contact, ...hints })
}

/** Who clicked on an advertisement was paid for, whatever the label says. */
function withAdvertisement(utm: Utm, hints: Hints): Utm {
  if (text(hints.gclid)) return { ...utm, utm_source: 'google', utm_medium: 'cpc' }
  const paid = text(hints.ctwa_clid) ?? (text(hints.ad_name) && text(hints.fbclid))
  return paid ? { ...utm, utm_source: utm.utm_source ?? 'facebook', utm_medium: 'paid_social' } : utm
}

/** The columns of it, out of a whole record. */
export function pick({ utm_source, utm_medium, utm_campaign, ...rest }: Attribution): Attribution {
  const { utm_origin, utm_origin_by, utm_origin_at, utm_auto } = rest
  return { utm_source, utm_medium, utm_campaign, utm_origin, utm_origin_by, utm_origin_at, utm_auto }
}

export function hasAny(utm: Utm): boolean {
  return utm_fields.some((field) => utm[field] !== null)
}

function snapshot({ utm_source, utm_medium, utm_campaign }: Utm, now: Date): NonNullable<Attribution['utm_auto']> {
  return { utm_source, utm_medium, utm_campaign, captured_at: now.toISOString() }
}

/** Source and medium are compared by machines; a campaign is called what its people call it. */
function cleaned(sent: Sent): Partial<Utm> {
  return {
    ...(sent.utm_source !== undefined && { utm_source: value(text(sent.utm_source)) }),
    ...(sent.utm_medium !== undefined && { utm_medium: value(text(sent.utm_medium)) }),
    ...(sent.utm_campaign !== undefined && { utm_campaign: text(sent.utm_campaign) }),
  }
}

/** In small letters, without accents or spaces. */
function value(said: string | null): string | null {
  return said && folded(said).replace(/\s+/g, '_')
}

function text(said: unknown): string | null {
  return typeof said === 'string' || typeof said === 'number' ? String(said).trim() || null : null
}
