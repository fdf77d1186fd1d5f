import { LABELS } from '#server/demo/labels.ts'
import { mailbox, person } from '#server/demo/names.ts'
import { DAY, HOUR, MINUTE, type Past } from '#server/demo/past.ts'
import { type Dice, dice } from '#server/demo/random.ts'

const CONTACTS = 150

const CITIES = [
  'Bogotá',
  'Bogotá',
  'Bogotá',
  'Medellín',
  'Medellín',
  'Envigado',
  'Cali',
  'Barranquilla',
  'Cartagena',
  'Bucaramanga',
  'Pereira',
  'Chía',
] as const
const COMPANIES = [
  'Café del Páramo SAS',
  'Textiles La Ceiba',
  'Clínica San Rafael',
  'Logística Andina',
  'Colegio Los Nogales',
  'Panadería Doña Rosa',
  'Constructora Río Claro',
] as const
const JOBS = [
  'Gerente',
  'Médica',
  'Ingeniero civil',
  'Docente',
  'Comerciante',
  'Abogada',
  'Contadora',
  'Arquitecto',
] as const
const SOURCES = [
  { utm_source: 'facebook', utm_medium: 'paid', utm_campaign: 'lanzamiento-cedritos', ad_name: 'Video recorrido' },
  { utm_source: 'instagram', utm_medium: 'paid', utm_campaign: 'suv-noviembre', ad_name: 'Carrusel SUV' },
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'apartamentos-bogota' },
  { utm_source: 'whatsapp', utm_medium: 'messaging' },
  { utm_source: 'fincaraiz', utm_medium: 'portal' },
  { utm_source: 'referido', utm_medium: 'referral' },
] as const
const INTERESTS = ['apartamento', 'casa', 'arriendo', 'lote', 'suv', 'pickup', 'usado'] as const
const NOTES = [
  'Prefiere que la llamen después de las 5 p. m.',
  'Quiere conocer el apartamento modelo el sábado con la familia.',
  'Está comparando con otro proyecto del sector; enviar planos y cuota inicial.',
  'El banco le aprobó el 70 %. Falta definir los recursos propios.',
  'Entrega en parte de pago un sedán 2019; agendar avalúo.',
  'Recomendado por Carolina Ríos, cliente desde 2023.',
] as const

/** A demo contact. */
export type Person = { id: string; name: string; phone_number: string; email: string | null; created_at: string }

/** Creates 150 contacts over the last 90 days with labels, attributes and notes. Returns them newest first. */
export async function seedContacts({ act, now }: Past): Promise<Person[]> {
  const roll = dice(7)
  // The random choices are made in sequence, so that the result does not depend on the order of the inserts.
  const plans = Array.from({ length: CONTACTS }, (_, i) => plan(i, now, roll))
  const people = await Promise.all(
    plans.map(async ({ at, contact, note }) => {
      const { id, name, email, created_at } = await act('create_contact', contact, at)
      if (note) await act('add_contact_note', { contact_id: id, body: note.body }, note.at)
      return { id, name, email, created_at, phone_number: contact.phone_number }
    }),
  )
  return people.sort((a, b) => (a.created_at > b.created_at ? -1 : 1))
}

function plan(i: number, now: number, roll: Dice) {
  const at = now - createdAgo(i, roll)
  const name = person(roll)
  const works = roll.chance(35)
  const contact = {
    name,
    phone_number: `+57300000${String(i + 1).padStart(4, '0')}`,
    ...(roll.chance(70) && { email: `${mailbox(name)}.${i + 1}@example.com` }),
    city: roll.one(CITIES),
    country: 'Colombia',
    ...(works && { company_name: roll.one(COMPANIES), job_title: roll.one(JOBS) }),
    custom_attributes: {
      ...(roll.chance(75) && roll.one(SOURCES)),
      presupuesto: (roll.below(60) + 18) * 10_000_000,
      tipo_interes: roll.one(INTERESTS),
    },
    labels: [...new Set([roll.one(LABELS)[0], roll.one(LABELS)[0]])].slice(0, roll.below(3)),
  }
  const noted = roll.chance(30)
  const note = noted ? { body: roll.one(NOTES), at: Math.min(now, at + roll.below(3) * DAY) } : undefined
  return { at, contact, note }
}

/** The first contacts were created today, the next yesterday, the others over the last 90 days. */
function createdAgo(i: number, roll: Dice): number {
  if (i < 4) return i * 40 * MINUTE + 5 * MINUTE
  if (i < 9) return DAY + roll.below(10) * HOUR
  return roll.below(88) * DAY + 2 * DAY + roll.below(86_400) * 1000
}
