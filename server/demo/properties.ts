import type { Property } from '#contract/records/property.ts'
import { FOR_SALE, type Home, TO_LET } from '#server/demo/homes.ts'
import { DAY, type Past } from '#server/demo/past.ts'
import { type Dice, dice } from '#server/demo/random.ts'

/** Creates a catalogue of 40 homes, offices and plots with pictures; some are not published. */
export async function seedProperties({
  act,
  now,
  account_id,
  sql,
  base_url,
}: Past): Promise<{ homes: Property[]; rentals: Property[] }> {
  const roll = dice(23)
  const plans = [
    ...FOR_SALE.map((home) => describe(home, 'venta', roll)),
    ...TO_LET.map((home) => describe(home, 'arriendo', roll)),
  ]
  const numbered = plans.map((plan, i) => ({ ...plan, ...identify(plan.code, i) }))
  const all = await Promise.all(
    numbered.map((property, i) =>
      act('create_property', { ...property, published: i % 7 !== 6 }, now - (95 - 2 * i) * DAY),
    ),
  )
  // The drawings come from doors/widget/demo-homes.ts. Inserted directly: the operation accepts only https addresses.
  await sql`
    insert into property_images (account_id, property_id, position, url, created_at)
    select account_id, id, position, ${`${base_url}/demo/homes/`}::text || code || view || '.svg', created_at
      from properties, unnest(array['', '-b', '-c']) with ordinality as drawing (view, position) where account_id = ${account_id}`
  return { homes: all.slice(0, FOR_SALE.length), rentals: all.slice(FOR_SALE.length) }
}

const KINDS: Record<string, string> = {
  apartamento: 'APT',
  apartaestudio: 'AES',
  casa: 'CAS',
  'casa campestre': 'CAM',
  lote: 'LOT',
  oficina: 'OFI',
  local: 'LOC',
  bodega: 'BOD',
  consultorio: 'CON',
  finca: 'FIN',
  penthouse: 'PEN',
  proyecto: 'PRO',
}
const CITIES: Record<string, string> = {
  Bogotá: 'BOG',
  Medellín: 'MED',
  Envigado: 'ENV',
  Sabaneta: 'SAB',
  Rionegro: 'RIO',
  Cali: 'CAL',
  Barranquilla: 'BAQ',
  Cartagena: 'CTG',
  Bucaramanga: 'BGA',
  Pereira: 'PEI',
  Chía: 'CHI',
}

/** The code, such as APT-BOG-0012, and the listing page that has it in its address. */
function identify(kind: string, i: number) {
  const code = `${kind}-${String(i + 1).padStart(4, '0')}`
  return { code, listing_url: `https://casaymotor.example/inmuebles/${code.toLowerCase()}` }
}

function describe(home: Home, operation: 'venta' | 'arriendo', roll: Dice) {
  const [property_type, city, sector, price, area_m2, bedrooms, bathrooms, parking_spaces, stratum, more = {}] = home
  const unit = operation === 'arriendo' || more.currency === 'USD' ? 1_000 : 1_000_000
  const noun = property_type === 'proyecto' ? `${more.project_name}, apartamento` : capital(property_type)
  const years = roll.below(18)
  return {
    code: `${KINDS[property_type]}-${CITIES[city]}`,
    name: `${noun} en ${sector ?? city}, ${area_m2.toLocaleString('es-CO')} m²`,
    description: describeRooms({ noun, city, sector, area_m2, bedrooms, bathrooms, parking_spaces }),
    city,
    sector,
    address: `${roll.one(['Calle', 'Carrera', 'Diagonal'])} ${10 + roll.below(140)} # ${5 + roll.below(90)}-${10 + roll.below(80)}`,
    operation,
    property_type,
    list_price: price * unit,
    bedrooms,
    bathrooms,
    area_m2,
    parking_spaces,
    stratum,
    custom_attributes: {
      ...(property_type !== 'lote' && { Antigüedad: property_type === 'proyecto' ? 'sobre planos' : ageOf(years) }),
      ...(/apartam|estudio|penthouse|oficina/.test(property_type) && {
        Administración: (18 + roll.below(60)) * 10_000,
      }),
    },
    ...more,
  }
}

type Rooms = {
  noun: string
  city: string
  sector: string | null
  area_m2: number
  bedrooms: number | null
  bathrooms: number | null
  parking_spaces: number
}

function describeRooms({ noun, city, sector, area_m2, bedrooms, bathrooms, parking_spaces }: Rooms): string {
  const rooms = [
    bedrooms === null ? '' : bedrooms === 1 ? '1 habitación' : `${bedrooms} habitaciones`,
    bathrooms === null ? '' : bathrooms === 1 ? '1 baño' : `${bathrooms} baños`,
    parking_spaces === 0 ? '' : parking_spaces === 1 ? 'parqueadero' : `${parking_spaces} parqueaderos`,
  ].filter((each) => each !== '')
  const place = sector ? `${sector}, ${city}` : city
  const listed = new Intl.ListFormat('es').format(rooms)
  return `${noun} de ${area_m2.toLocaleString('es-CO')} m² en ${place}${listed && `, con ${listed}`}.`
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}

const ageOf = (years: number) => (years === 0 ? 'nuevo' : years === 1 ? '1 año' : `${years} años`)
