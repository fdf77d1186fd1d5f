import { type Columns, toColumnKey } from '#domains/contacts/csv/table.ts'
import type { CsvLanguage } from '#kernel/csv.ts'

const MOST_ROWS = 100_000

/** Readable headers of exports, per language; imports recognise them, and the field names. */
const shared = {
  name: ['Título', 'Title'],
  currency: ['Moneda', 'Currency'],
  owner: ['Responsable', 'Owner'],
  contact_name: ['Contacto', 'Contact'],
  contact_email: ['Correo del contacto', 'Contact e-mail'],
  contact_phone: ['Teléfono del contacto', 'Contact phone'],
  pipeline: ['Embudo', 'Pipeline'],
  stage: ['Etapa', 'Stage'],
  status: ['Estado', 'Status'],
  lost_reason: ['Motivo de pérdida', 'Lost reason'],
  utm_source: ['UTM source', 'UTM source'],
  utm_medium: ['UTM medium', 'UTM medium'],
  utm_campaign: ['UTM campaign', 'UTM campaign'],
  attribution_detail: ['Referido por', 'Referred by'],
  created_at: ['Fecha de creación', 'Creation date'],
} as const

export const lead_headings = {
  ...shared,
  company_name: ['Empresa', 'Company'],
  email: ['Correo', 'E-mail'],
  phone: ['Teléfono', 'Phone number'],
  source: ['Origen', 'Source'],
  estimated_value: ['Valor estimado', 'Estimated value'],
  lost_at: ['Fecha de pérdida', 'Lost date'],
} as const

export const opportunity_headings = {
  ...shared,
  description: ['Descripción', 'Description'],
  amount: ['Valor', 'Amount'],
  probability: ['Probabilidad', 'Probability'],
  expected_close_date: ['Cierre esperado', 'Expected close'],
  closed_at: ['Fecha de cierre', 'Close date'],
} as const

/** Columns that an export has and an import ignores. */
export const computed_headings = {
  id: ['ID', 'ID'],
  last_activity_at: ['Última actividad', 'Last activity'],
  converted_at: ['Fecha de conversión', 'Conversion date'],
} as const

export type Headings = Readonly<Record<string, readonly [es: string, en: string]>>

export function headingOf(headings: Headings, field: string, language: CsvLanguage | undefined): string {
  return language ? headings[field]![language === 'es' ? 0 : 1] : field
}

/** Other names that files of people and of other products use. */
const shared_names = {
  name: 'nombre titulo title deal_name lead_name',
  owner: 'vendedor asesor owner_email responsable_correo correo_del_responsable deal_owner lead_owner',
  contact_name: 'cliente person contact_person persona_de_contacto nombre_del_contacto',
  contact_email: 'contacto_correo correo_contacto person_email contact_person_email',
  contact_phone: 'contacto_telefono telefono_contacto celular_del_contacto person_phone contact_phone_number',
  pipeline: 'pipeline_name tablero',
  stage: 'etapa_actual stage_name deal_stage',
  lost_reason: 'motivo razon_de_perdida reason closed_lost_reason',
  created_at: 'creado creado_el created create_date creation_time deal_created add_time',
}

const lead_names = {
  ...shared_names,
  company_name: 'organizacion organization compania',
  email: 'email e_mail correo_electronico',
  phone: 'phone celular movil whatsapp',
  source: 'fuente lead_source canal',
  estimated_value: 'valor value monto amount presupuesto',
  lost_at: 'perdido_el lost_time lost_on',
}

const opportunity_names = {
  ...shared_names,
  description: 'notas notes detalle',
  amount: 'value monto valor_del_negocio deal_value',
  probability: 'probability deal_probability',
  expected_close_date:
    'fecha_esperada_de_cierre cierre_estimado expected_close expected_closing_date close_date_expected',
  closed_at: 'cerrado_el closed_on closed_time deal_closed_on fecha_cierre',
  won_at: 'fecha_de_ganado ganado_el won_time won_on won_date',
  lost_at: 'fecha_de_perdida perdido_el lost_time lost_on lost_date',
}

export const lead_columns = columns(lead_headings, lead_names)
export const opportunity_columns = columns(opportunity_headings, opportunity_names)

function columns(headings: Headings, names: Record<string, string>): Columns & { fields: readonly string[] } {
  const entries = [
    ...Object.entries(names).flatMap(([field, all]) => all.split(' ').map((name) => [name, field] as const)),
    ...nameColumns(headings, (field) => field),
    ...nameColumns(computed_headings, () => ''),
    ...Object.keys(computed_headings).map((field) => [field, ''] as const),
  ]
  const fields = [...new Set([...Object.keys(headings), ...Object.keys(names)])]
  return { aliases: new Map(entries), required: 'name', most_rows: MOST_ROWS, fields }
}

function nameColumns(headings: Headings, target: (field: string) => string): (readonly [string, string])[] {
  return Object.entries(headings).flatMap(([field, texts]) =>
    texts.map((text) => [toColumnKey(text), target(field)] as const),
  )
}
