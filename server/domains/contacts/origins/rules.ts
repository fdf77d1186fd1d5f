import { fold } from '#kernel/filters/reference.ts'

/* Names of the places customers come from, and the one slug each has in reports and filters. */

/** UTM source and medium, followed by the labels people use for them. */
export const labels: readonly [utm_source: string, utm_medium: string, ...names: string[]][] = [
  ['whatsapp', 'messaging', 'whatsapp', 'wa', 'wpp', 'whats app'],
  ['facebook', 'social', 'facebook', 'fb', 'messenger', 'face'],
  ['instagram', 'social', 'instagram', 'ig', 'insta'],
  // Not organic: a visit to the website does not prove a search.
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

export const utm_by_label = new Map(
  labels.flatMap(([utm_source, utm_medium, ...names]) => names.map((n) => [n, { utm_source, utm_medium }])),
)

export const referral_words =
  'referid[oa]s?|referencia(do)?|referrals?|referred|reference|recomendad[oa]s?|recomendacion(es)?|recommended|recommendation|' +
  'voz a voz|boca a boca|boca en boca|word of mouth'
export const referral = new RegExp(`(^|[^\\p{L}\\p{N}])(${referral_words})($|[^\\p{L}\\p{N}])`, 'u')
export const only_referral = new RegExp(`^(${referral_words})$`)

/** Names that say more than their source, so that a UTM value keeps them. */
const specific = new Set(['newsletter', 'messenger', 'formulario', 'landing', 'google ads'])

/** One slug per origin: `Referido`, `referral` and `voz a voz` are one source, as are `fb` and `Facebook`. */
export function toOrigin(text: string | null): string | null {
  if (!text) return null
  const name = toKey(text.replaceAll('_', ' '))
  return source_by_label.get(name) ?? (only_referral.test(name) ? 'referral' : toSlug(text))
}

/** The medium as a slug; the synonyms of a referral are one. */
export function toMedium(text: string | null): string | null {
  return text && only_referral.test(toKey(text.replaceAll('_', ' '))) ? 'referral' : toSlug(text)
}

/** Lower case, without accents or spaces. */
function toSlug(text: string | null): string | null {
  return (text && fold(text).replace(/\s+/g, '_')) || null
}

export function toKey(text: string): string {
  return fold(text).replace(/\s+/g, ' ')
}

/** Source of each label that means nothing more specific. */
export const source_by_label: ReadonlyMap<string, string> = new Map(
  [...utm_by_label]
    .filter(([name, { utm_source }]) => !specific.has(name) && utm_source !== 'offline')
    .map(([name, { utm_source }]) => [name, utm_source]),
)

/** Names of a referral, folded. */
const referral_names = [
  'referido',
  'referida',
  'referidos',
  'referidas',
  'referencia',
  'referenciado',
  'referral',
  'referrals',
  'referred',
  'reference',
  'recommended',
  'recommendation',
  'recomendado',
  'recomendada',
  'recomendados',
  'recomendadas',
  'recomendacion',
  'recomendaciones',
  'voz a voz',
  'boca a boca',
  'boca en boca',
  'word of mouth',
]

/** All names of the origin that a text names, as texts and as slugs: `referral` is also `referido` and `voz_a_voz`. */
export function namesOfOrigin(text: string): string[] {
  const origin = toOrigin(text)
  const names = [...source_by_label].filter(([, source]) => source === origin).map(([name]) => name)
  const all = origin === 'referral' ? referral_names : names
  return [...new Set([fold(text), ...all, ...all.map((each) => each.replaceAll(' ', '_'))])]
}
