import { DAY, type Past } from '#server/demo/past.ts'

/** Labels of contacts: title, description and color. */
export const LABELS = [
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

/** Labels the automation rules add and match. */
const RULE_LABELS = [
  ['urgente', 'Hay que responder ya', '#e11d48'],
  ['atendido', 'Se resolvió su solicitud', '#059669'],
] as const

export async function seedLabels({ act, now }: Past): Promise<void> {
  for (const [title, description, color] of [...LABELS, ...RULE_LABELS])
    await act('create_label', { title, description, color }, now - 100 * DAY)
}
