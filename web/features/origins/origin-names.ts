type Names = Partial<Record<string, string>>

/** Other names of sources, in both languages, as people and ads write them. */
const aliases: Names = {
  wa: 'whatsapp',
  wpp: 'whatsapp',
  whats_app: 'whatsapp',
  fb: 'facebook',
  face: 'facebook',
  ig: 'instagram',
  insta: 'instagram',
  web: 'website',
  web_widget: 'website',
  sitio_web: 'website',
  pagina_web: 'website',
  correo: 'email',
  'e-mail': 'email',
  mail: 'email',
  llamada: 'phone',
  call: 'phone',
  telefono: 'phone',
  telefonica: 'phone',
  referido: 'referral',
  referida: 'referral',
  directo: 'direct',
}

/** The name of a source or medium. A slug without a name is written as words; a label that people gave stays. */
export function originName(text: string, names: Names): string {
  const slug = toSlug(text)
  const known = [slug, aliases[slug]].find((each) => each !== undefined && Object.hasOwn(names, each))
  if (known) return names[known]!
  if (!/^[a-z0-9]+(_[a-z0-9]+)+$/.test(text)) return text
  const words = text.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

const toSlug = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, '_')
