/** Notes agents leave on leads and deals. */
export const NOTES = [
  'Pidió la simulación a 15 y a 20 años. Enviar las dos.',
  'Le gustó, pero quiere que la esposa lo vea antes de decidir.',
  'Está vendiendo el apartamento actual; de eso depende la cuota inicial.',
  'Tiene crédito preaprobado con su banco hasta julio.',
  'Prefiere que le escriban por WhatsApp después de las 6:00 p. m.',
  'Comparando con otra oferta del mismo sector; somos los segundos.',
  'Pide descuento por pago de contado. Consultar con gerencia.',
  'Vive en el exterior; la hermana tiene poder para firmar.',
  'Pregunta si reciben el carro actual en parte de pago.',
  'Ya envió los extractos y la carta laboral.',
] as const

export const PLANNED = [
  ['call', 'Llamar para confirmar la visita'],
  ['call', 'Llamar: ¿qué dijo el banco?'],
  ['call', 'Hacer seguimiento a la propuesta'],
  ['meeting', 'Visita con la familia'],
  ['meeting', 'Reunión en la sala de ventas'],
  ['meeting', 'Avalúo del vehículo de retoma'],
  ['task', 'Enviar planos y cuota inicial'],
  ['task', 'Preparar la promesa de compraventa'],
  ['task', 'Pedir documentos para el estudio de crédito'],
  ['task', 'Enviar cotización con matrícula'],
] as const

/** Reasons for a lost lead, as agents enter them. */
export const DISCARDED = [
  'No volvió a contestar',
  'Busca en otra ciudad',
  'El presupuesto no alcanza',
  'Número equivocado',
  'Solo quería comparar precios',
  'Ya compró',
] as const

export const REASONS = [
  'Precio fuera de presupuesto',
  'Crédito negado',
  'Compró con la competencia',
  'No respondió',
  'Aplazó la decisión',
  'Ubicación no conviene',
  'Inmueble/vehículo ya no disponible',
  'Condiciones del inmueble',
  'No califica (ingresos)',
  'Solo estaba cotizando',
  'Datos errados/duplicado',
  'Otro',
] as const

/** Lead sources. Referrals also get a referrer, and a source without a known channel has its UTM fields spelled out. */
export const SOURCES: readonly { source: string; utm_campaign?: string; utm_source?: string; utm_medium?: string }[] = [
  { source: 'whatsapp' },
  { source: 'facebook', utm_campaign: 'lanzamiento-cedritos' },
  { source: 'instagram', utm_campaign: 'suv-nueva' },
  { source: 'web' },
  { source: 'fincaraiz' },
  { source: 'referido' },
  { source: 'llamada' },
  { source: 'google ads', utm_campaign: 'apartamentos-bogota' },
  { source: 'metrocuadrado' },
  { source: 'tucarro' },
  { source: 'email' },
  { source: 'sala de ventas' },
  { source: 'ciencuadras' },
  { source: 'valla' },
  { source: 'feria inmobiliaria', utm_source: 'offline', utm_medium: 'event', utm_campaign: 'feria-del-hogar' },
]

export const REFERRERS = [
  'Carolina Ríos, cliente 2023',
  'Hernán Vélez, cliente 2024',
  'La señora Ñáñez, vecina del conjunto',
  'Constructora Río Claro',
] as const
