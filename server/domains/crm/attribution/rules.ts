import type { Author } from '#contract/records/author.ts'
import type { Lead } from '#contract/records/crm.ts'
import {
  labels,
  only_referral,
  referral,
  referral_words,
  toKey,
  toMedium,
  toOrigin,
  utm_by_label,
} from '#domains/contacts/origins/rules.ts'

export const utm_fields = ['utm_source', 'utm_medium', 'utm_campaign'] as const
export type Utm = Pick<Lead, (typeof utm_fields)[number]>
export type Attribution = Pick<
  Lead,
  (typeof utm_fields)[number] | 'utm_origin' | 'utm_origin_by' | 'utm_origin_at' | 'utm_auto'
>

/** UTM values as a caller sends them: an absent one is unchanged, an empty string or null clears it. */
export type UtmInput = { [F in (typeof utm_fields)[number]]?: string | null | undefined }
/** Custom attributes, some of which reveal the source, such as gclid. */
export type Hints = Readonly<Record<string, unknown>>

/** Source and medium of a label; undefined for unknown labels. */
export function fromLabel(label: string | null | undefined): Pick<Utm, 'utm_source' | 'utm_medium'> | undefined {
  if (!label) return undefined
  return (
    utm_by_label.get(toKey(label)) ??
    (isReferral(label) ? { utm_source: 'referral', utm_medium: 'referral' } : undefined)
  )
}

/** Whether a text describes a referral. Matches whole words only, so that "preferred" is not taken for "referred". */
export function isReferral(text: string | null | undefined): boolean {
  return text != null && referral.test(toKey(text).replaceAll('_', ' '))
}

/** A regular expression of PostgreSQL for folded labels of the same origin; undefined for unknown labels. */
export function toLabelPattern(label: string): string | undefined {
  const name = toKey(label)
  const names = labels.find(([, , ...each]) => each.includes(name))?.slice(2)
  const words = names?.join('|') ?? (only_referral.test(name) ? referral_words : undefined)
  return words && `(^|[^[:alnum:]])(${words})($|[^[:alnum:]])`
}

/** Attribution of a new record: given values win over detected ones. utm_auto keeps this first touch. */
export function initial(input: UtmInput, detected: Utm, now: Date): Attribution {
  const utm = { ...detected, ...withoutEmpty(normalise(input)) }
  const isKnown = hasAny(utm)
  return {
    ...utm,
    utm_origin: isKnown ? 'automatic' : null,
    utm_origin_by: null,
    utm_origin_at: isKnown ? now.toISOString() : null,
    utm_auto: isKnown ? snapshot(utm, now) : null,
  }
}

/** A new record has nothing to clear, so empty values are ignored. */
function withoutEmpty(utm: Partial<Utm>): Partial<Utm> {
  return Object.fromEntries(Object.entries(utm).filter(([, value]) => value !== null))
}

/** Later values from a person count as manual; the first automatic ones are kept in utm_auto. */
export function revise(
  before: Attribution,
  input: UtmInput,
  detected: Utm | undefined,
  by: Author,
  now: Date,
): Attribution {
  const given = normalise(input)
  const isManual = utm_fields.some((field) => given[field] !== undefined && given[field] !== before[field])
  if (isManual) {
    return {
      ...before,
      ...given,
      utm_origin: 'manual',
      utm_origin_by: by,
      utm_origin_at: now.toISOString(),
      utm_auto: before.utm_auto ?? snapshot(before, now),
    }
  }
  // A detected value never overrides a manual one.
  if (!detected || before.utm_origin === 'manual' || utm_fields.every((field) => detected[field] === before[field]))
    return before
  return {
    ...detected,
    utm_origin: 'automatic',
    utm_origin_by: null,
    utm_origin_at: now.toISOString(),
    utm_auto: before.utm_auto ?? snapshot(detected, now),
  }
}

/** Detects attribution from a label, otherwise from the first touch of the contact. An ad click overrides both. */
export function detect(label: string | null | undefined, hints: Hints, contact: Hints): Utm {
  const fromSource = fromLabel(label)
  if (fromSource) return withAdClick({ ...fromSource, utm_campaign: null }, hints)
  const firstTouch = {
    utm_source: toOrigin(toText(contact.utm_source)),
    utm_medium: toMedium(toText(contact.utm_medium)),
    utm_campaign: toText(contact.utm_campaign),
  }
  return withAdClick(firstTouch, { ...contact, ...hints })
}

/** An ad click is paid traffic, whatever the label. */
function withAdClick(utm: Utm, hints: Hints): Utm {
  if (toText(hints.gclid)) return { ...utm, utm_source: 'google', utm_medium: 'cpc' }
  const paid = toText(hints.ctwa_clid) ?? (toText(hints.ad_name) && toText(hints.fbclid))
  return paid ? { ...utm, utm_source: utm.utm_source ?? 'facebook', utm_medium: 'paid_social' } : utm
}

/** The attribution columns of a record. */
export function pickColumns({ utm_source, utm_medium, utm_campaign, ...rest }: Attribution): Attribution {
  const { utm_origin, utm_origin_by, utm_origin_at, utm_auto } = rest
  return { utm_source, utm_medium, utm_campaign, utm_origin, utm_origin_by, utm_origin_at, utm_auto }
}

export function hasAny(utm: Utm): boolean {
  return utm_fields.some((field) => utm[field] !== null)
}

function snapshot({ utm_source, utm_medium, utm_campaign }: Utm, now: Date): NonNullable<Attribution['utm_auto']> {
  return { utm_source, utm_medium, utm_campaign, captured_at: now.toISOString() }
}

/** Source and medium become slugs, a synonym the one of its origin; a campaign keeps the name people gave it. */
function normalise(input: UtmInput): Partial<Utm> {
  return {
    ...(input.utm_source !== undefined && { utm_source: toOrigin(toText(input.utm_source)) }),
    ...(input.utm_medium !== undefined && { utm_medium: toMedium(toText(input.utm_medium)) }),
    ...(input.utm_campaign !== undefined && { utm_campaign: toText(input.utm_campaign) }),
  }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null
}
