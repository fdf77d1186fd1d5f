import { dice } from '#server/demo/random.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Actor } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { registry } from '#registry'

const CONTACTS = 150
const DAY = 86_400_000

const LABELS = [
  ['cliente', 'Ya compró o arrendó con nosotros', '#16a34a'],
  ['vip', 'Atención prioritaria', '#d97706'],
  ['inversionista', 'Compra para arrendar o revender', '#7c3aed'],
  ['crédito aprobado', 'Tiene cupo aprobado por el banco', '#0891b2'],
  ['visita agendada', 'Tiene una visita en la agenda', '#2563eb'],
  ['prueba de manejo', 'Quiere probar un vehículo', '#0d9488'],
  ['arriendo', 'Busca en arriendo', '#db2777'],
  ['venta', 'Busca comprar', '#4f46e5'],
  ['vehículos', 'Interesado en vehículos', '#475569'],
  ['retoma', 'Entrega su vehículo en parte de pago', '#b45309'],
  ['no contactar', 'Pidió no recibir mensajes', '#dc2626'],
  ['referido', 'Llegó por recomendación', '#65a30d'],
] as const

const FIRST = [
  'María José',
  'Juan Sebastián',
  'Ana Lucía',
  'Carlos Andrés',
  'Íngrid',
  'Óscar Iván',
  'Sofía',
  'Mateo',
  'Luz Marina',
  'José Ángel',
  'Catalina',
  'Hernán Darío',
  'Yuliana',
  'Álvaro',
  'Natalia',
  'Germán',
  'Daniela',
  'Fabián',
  'Adriana',
  'Tomás',
  'Manuela',
  'Raúl',
  'Ximena',
  'Camilo',
  'Begoña',
  'Wilson',
  'Esperanza',
  'Iván',
  'Jimena',
  'Rubén',
] as const
const SURNAMES = [
  'Peña',
  'Muñoz',
  'Gómez',
  'Rodríguez',
  'Zuluaga',
  'Ibáñez',
  'Castaño',
  'Londoño',
  'Ordóñez',
  'Martínez',
  'Cárdenas',
  'Vélez',
  'Nariño',
  'Acuña',
  'Quiñones',
  'Restrepo',
  'Hurtado',
  'Páez',
  'Bermúdez',
  'Echeverri',
  'Galvis',
  'Téllez',
  'Ñáñez',
  'Solórzano',
  'Barragán',
] as const
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

/** 150 people over the last 90 days, some today and yesterday, with labels, attributes and notes. */
export async function seedContacts(runtime: Runtime, actor: Actor): Promise<void> {
  const roll = dice(7)
  const now = Date.now()
  const act = <N extends keyof typeof registry>(name: N, input: object, at: number) =>
    invoke(runtime, [name, registry[name]], actor, input, { request_id: 'demo', now: new Date(at) })

  for (const [title, description, color] of LABELS)
    await act('create_label', { title, description, color }, now - 100 * DAY)
  for (let i = 0; i < CONTACTS; i++) {
    const at = now - createdAgo(i, roll)
    const name = `${roll.one(FIRST)} ${roll.one(SURNAMES)} ${roll.one(SURNAMES)}`
    const works = roll.chance(35)
    const { id } = (await act(
      'create_contact',
      {
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
      },
      at,
    )) as { id: string }
    if (roll.chance(30))
      await act('add_contact_note', { contact_id: id, body: roll.one(NOTES) }, Math.min(now, at + roll.below(3) * DAY))
  }
}

/** The first few came today, the next yesterday, the others over the last 90 days. */
function createdAgo(i: number, roll: ReturnType<typeof dice>): number {
  if (i < 4) return i * 40 * 60_000 + 5 * 60_000
  if (i < 9) return DAY + roll.below(10) * 3_600_000
  return roll.below(88) * DAY + 2 * DAY + roll.below(86_400) * 1000
}

function mailbox(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(' ')
    .filter((_, i, all) => i === 0 || i === all.length - 2)
    .join('.')
}
