import type { Output } from '#web/app/api.ts'

export type ImportKind = 'contacts' | 'leads' | 'opportunities'
export type ImportProgress = Output<'get_contact_import'>

/** The operations of each kind, and the list that an import changes. */
export const operations = {
  contacts: { start: 'import_contacts', progress: 'get_contact_import', list: 'search_contacts' },
  leads: { start: 'import_leads', progress: 'get_lead_import', list: 'crm_list_leads' },
  opportunities: { start: 'import_opportunities', progress: 'get_opportunity_import', list: 'crm_list_opportunities' },
} as const

const of_contact = ['contact_name', 'contact_email', 'contact_phone'] as const
const of_place = ['owner', 'pipeline', 'stage', 'status', 'lost_reason'] as const
const of_source = ['utm_source', 'utm_medium', 'utm_campaign', 'attribution_detail'] as const

const of_leads = ['name', 'company_name', 'email', 'phone', 'source', 'estimated_value', 'currency'] as const
const of_deals = ['name', 'description', 'amount', 'currency', 'probability'] as const
const closing = ['expected_close_date', 'closed_at', 'won_at', 'lost_at'] as const

/** The fields a column can be imported to. */
export const fields: Record<ImportKind, readonly string[]> = {
  contacts: ['name', 'phone_number', 'email', 'company_name', 'job_title', 'city', 'country', 'bio', 'labels'],
  leads: [...of_leads, ...of_contact, ...of_place, 'created_at', 'lost_at', ...of_source],
  opportunities: [...of_deals, ...of_contact, ...of_place, 'created_at', ...closing, ...of_source],
}

const shared_names = {
  name: 'nombre titulo title deal_name lead_name negocio',
  owner: 'responsable vendedor asesor owner_email correo_del_responsable deal_owner lead_owner',
  contact_name: 'contacto contact cliente customer person contact_person nombre_del_contacto',
  contact_email: 'correo_del_contacto contact_e_mail contacto_correo correo_contacto person_email',
  contact_phone: 'telefono_del_contacto contacto_telefono telefono_contacto person_phone contact_phone_number',
  pipeline: 'embudo pipeline_name',
  stage: 'etapa etapa_actual stage_name deal_stage',
  status: 'estado',
  lost_reason: 'motivo_de_perdida motivo razon_de_perdida reason closed_lost_reason',
  currency: 'moneda',
  created_at:
    'creado creado_el fecha_de_creacion created create_date creation_date creation_time deal_created add_time',
  attribution_detail: 'referido_por referred_by',
}

/** Names of columns in files of people and of other products. */
export const names: Record<ImportKind, Record<string, string>> = {
  contacts: {
    name: 'nombre nombre_completo nombres nombre_y_apellido contacto cliente full_name contact_name contact customer',
    phone_number:
      'phone telefono celular movil mobile cell whatsapp tel numero phone_number_1 telefono_movil mobile_phone',
    email: 'e_mail correo correo_electronico mail email_address direccion_de_correo',
    company_name: 'company empresa compania organizacion organization organisation negocio',
    job_title: 'cargo puesto position title role ocupacion profesion',
    city: 'ciudad municipio town localidad',
    country: 'pais',
    bio: 'notas notes acerca_de about descripcion description comentarios comments',
    labels: 'etiquetas etiqueta tags tag label',
  },
  leads: {
    ...shared_names,
    company_name: 'company empresa compania organizacion organization',
    email: 'e_mail correo correo_electronico mail',
    phone: 'telefono celular movil whatsapp phone_number',
    source: 'origen fuente lead_source',
    estimated_value: 'valor_estimado valor value monto amount',
    lost_at: 'fecha_de_perdida lost_date perdido_el lost_time lost_on',
  },
  opportunities: {
    ...shared_names,
    description: 'descripcion notas notes detalle',
    amount: 'valor value monto deal_value',
    probability: 'probabilidad deal_probability',
    expected_close_date: 'cierre_esperado fecha_esperada_de_cierre expected_close expected_closing_date',
    closed_at: 'fecha_de_cierre close_date cerrado_el closed_on closed_time deal_closed_on',
    won_at: 'ganado_el won_time won_on won_date',
    lost_at: 'perdido_el lost_time lost_on lost_date fecha_de_perdida',
  },
}

/** Columns of exports that an import computes itself. */
export const skipped: Record<ImportKind, readonly string[]> = {
  contacts: ['created_at', 'creado', 'fecha_de_creacion'],
  leads: [
    'id',
    'last_activity_at',
    'ultima_actividad',
    'last_activity',
    'converted_at',
    'fecha_de_conversion',
    'conversion_date',
  ],
  opportunities: ['id', 'last_activity_at', 'ultima_actividad', 'last_activity'],
}
