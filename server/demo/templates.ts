import type { ProviderTemplate } from '#kernel/connector.ts'

const LANGUAGE = 'es_CO'

/** The template of the campaign that was sent. */
export const FAIR = { name: 'invitacion_feria', language: LANGUAGE }
/** The template of the campaign that is a draft. */
export const PRESALE = { name: 'preventa_proyecto', language: LANGUAGE }

/** Message templates of the WhatsApp inbox, as Meta would list them. */
export const TEMPLATES: readonly ProviderTemplate[] = [
  template('confirmar_visita', 'UTILITY', 'APPROVED', [
    body('Hola, {{1}}. Su visita quedó para {{2}} a las {{3}} ¿La confirma?', ['Laura', 'este sábado', '10:00 a. m.']),
    { type: 'BUTTONS', buttons: [quickReply('Sí, confirmo'), quickReply('Cambiar la hora')] },
  ]),
  template(FAIR.name, 'MARKETING', 'APPROVED', [
    body('Hola, {{1}}. El sábado estamos en la feria inmobiliaria. ¿Le guardamos dos entradas?', ['Laura']),
  ]),
  template(PRESALE.name, 'MARKETING', 'APPROVED', [
    body('Hola, {{1}}. Abrimos preventa en {{2}} con separación desde {{3}}. ¿Le envío los planos?', [
      'Laura',
      'Cedritos',
      '$ 5.000.000',
    ]),
    { type: 'FOOTER', text: 'Casa & Motor · Responda BAJA para no recibir más' },
  ]),
  template('seguimiento_credito', 'UTILITY', 'PENDING', [
    body('Hola, {{1}}. ¿Ya tiene respuesta del banco sobre su crédito?', ['Laura']),
  ]),
  {
    ...template('oferta_relampago', 'UTILITY', 'REJECTED', [body('¡Solo hoy! Bono de $ 3.000.000 en SUV nuevas.', [])]),
    rejected_reason: 'INCORRECT_CATEGORY',
  },
]

function template(
  name: string,
  category: string,
  status: string,
  components: ProviderTemplate['components'],
): ProviderTemplate {
  const external_id = `demo-${name}`
  return { external_id, name, language: LANGUAGE, category, status, parameter_format: 'positional', components }
}

function body(text: string, example: string[]) {
  return { type: 'BODY', text, ...(example.length > 0 && { example: { body_text: [example] } }) }
}

function quickReply(text: string) {
  return { type: 'QUICK_REPLY', text }
}
