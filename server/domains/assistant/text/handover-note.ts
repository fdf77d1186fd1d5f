import type { HandoverReason } from '#contract/records/assistant.ts'

type Locale = 'es' | 'en'
type HandoverFacts = { reason: HandoverReason; question: string; replies: number; detail?: string | undefined }

const labels: Record<Locale, Partial<Record<HandoverReason, string>>> = {
  es: { health: 'emergencia', legal: 'legal', complaint: 'queja', urgent: 'urgente', language: 'otro idioma' },
  en: { health: 'emergency', legal: 'legal', complaint: 'complaint', urgent: 'urgent', language: 'other language' },
}

/** Title of the label for a topic that always goes to a person. */
export function escalationLabel(locale: Locale, reason: HandoverReason): string | undefined {
  return labels[locale][reason]
}

const reasons: Record<Locale, Record<HandoverReason, string>> = {
  es: {
    requested: 'el cliente pide hablar con una persona',
    cannot_answer: 'el agente de IA no tiene una respuesta segura',
    enough: 'se alcanzó el número de respuestas configurado',
    failed: 'el modelo de lenguaje falló',
    bypassed: 'tiene una etiqueta para personas',
    health: 'posible emergencia de salud',
    legal: 'asunto legal',
    complaint: 'queja o molestia',
    urgent: 'el cliente dice que es urgente',
    language: 'escribe en otro idioma',
  },
  en: {
    requested: 'the customer asks for a person',
    cannot_answer: 'the AI agent has no certain answer',
    enough: 'the configured number of answers was reached',
    failed: 'the language model failed',
    bypassed: 'it has a label for people',
    health: 'possible health emergency',
    legal: 'legal matter',
    complaint: 'complaint or anger',
    urgent: 'the customer says it is urgent',
    language: 'written in another language',
  },
}

/** The internal note for the person who takes over. */
export function handoverNote(locale: Locale, { reason, question, replies, detail }: HandoverFacts): string {
  const words =
    locale === 'es'
      ? {
          handed: 'Pasa a una persona',
          question: 'Pregunta',
          replies: 'Respuestas anteriores del agente de IA',
          detail: 'Detalle',
        }
      : { handed: 'Handed over', question: 'Question', replies: 'Earlier replies of the AI agent', detail: 'Detail' }
  return [
    `${words.handed}: ${reasons[locale][reason]}.`,
    ...(question ? [`${words.question}: ${question}`] : []),
    ...(replies > 0 ? [`${words.replies}: ${replies}`] : []),
    ...(detail ? [`${words.detail}: ${detail.slice(0, 300)}`] : []),
  ].join('\n')
}
