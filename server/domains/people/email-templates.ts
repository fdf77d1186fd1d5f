import { unmarked } from '#contract/channels.ts'
import type { Account } from '#contract/records/access.ts'
import type { Activity, EntityType } from '#contract/records/crm.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import type { SlaBreach } from '#contract/records/quality.ts'
import type { HandoverCounts } from '#domains/people/handover.ts'
import type { Notice } from '#domains/people/notices.ts'

type EmailText = Omit<Notice, 'key'>
type Locale = Account['locale']

const MAX_QUOTE = 1000

/** The recipient was mentioned in a note. */
export function mention(locale: Locale, by: string, conversation: Conversation, note: string | null): EmailText {
  const { name } = conversation.contact
  const quoted = unmarked(note ?? '', { private: true }, conversation.channel).slice(0, MAX_QUOTE)
  return locale === 'en'
    ? {
        subject: `${by} mentioned you in the conversation with ${name}`,
        paragraphs: [`${by} mentioned you in an internal note in the conversation with ${name}:`, quoted],
        link: conversationLink(locale, conversation),
      }
    : {
        subject: `${by} te mencionó en la conversación con ${name}`,
        paragraphs: [`${by} te mencionó en una nota interna de la conversación con ${name}:`, quoted],
        link: conversationLink(locale, conversation),
      }
}

/** A conversation was assigned to the recipient. */
export function assignment(locale: Locale, by: string, conversation: Conversation): EmailText {
  const { contact, inbox } = conversation
  return locale === 'en'
    ? {
        subject: `${by} assigned you the conversation with ${contact.name}`,
        paragraphs: [`${by} assigned you the conversation with ${contact.name} in ${inbox.name}.`],
        link: conversationLink(locale, conversation),
      }
    : {
        subject: `${by} te asignó la conversación con ${contact.name}`,
        paragraphs: [`${by} te asignó la conversación con ${contact.name} en ${inbox.name}.`],
        link: conversationLink(locale, conversation),
      }
}

type Deal = { name: string; url: string }

const dealNames = {
  es: { lead: 'el lead', opportunity: 'el negocio' },
  en: { lead: 'the lead', opportunity: 'the deal' },
} as const

/** The recipient became the owner of a lead or an opportunity. */
export function ownership(locale: Locale, by: string, type: EntityType, { name, url }: Deal): EmailText {
  return locale === 'en'
    ? {
        subject: `${by} assigned you ${dealNames.en[type]} ${name}`,
        paragraphs: [`${by} made you the owner of ${dealNames.en[type]} ${name}.`],
        link: { label: `Open ${dealNames.en[type]}`, url },
      }
    : {
        subject: `${by} te asignó ${dealNames.es[type]} ${name}`,
        paragraphs: [`${by} te asignó ${dealNames.es[type]} ${name}.`],
        link: { label: `Abrir ${dealNames.es[type]}`, url },
      }
}

/** Summary of the work handed over from a deactivated member. */
export function handover(locale: Locale, by: string, from: string, counts: HandoverCounts, url: string): EmailText {
  const items = kinds.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${countNouns[locale][kind]}`)
  return locale === 'en'
    ? {
        subject: `${by} assigned you ${from}’s open work`,
        paragraphs: [`${by} deactivated ${from} and assigned you their open work: ${items.join(', ')}.`],
        link: { label: 'Open Hilo', url },
      }
    : {
        subject: `${by} te asignó el trabajo pendiente de ${from}`,
        paragraphs: [`${by} desactivó a ${from} y te asignó su trabajo pendiente: ${items.join(', ')}.`],
        link: { label: 'Abrir Hilo', url },
      }
}

const kinds = ['conversations', 'leads', 'opportunities', 'activities'] as const
const countNouns: Record<Locale, Record<keyof HandoverCounts, string>> = {
  es: { conversations: 'conversaciones', leads: 'leads', opportunities: 'negocios', activities: 'actividades' },
  en: { conversations: 'conversations', leads: 'leads', opportunities: 'deals', activities: 'activities' },
}

/** A planned activity of the recipient is due. */
export function activityDue(
  locale: Locale,
  { type, body, entity }: Pick<Activity, 'type' | 'body' | 'entity'>,
): EmailText {
  const activity = activityNames[locale][type as keyof (typeof activityNames)['es']] ?? type
  const note = body ? [body.slice(0, MAX_QUOTE)] : []
  return locale === 'en'
    ? {
        subject: `Due now: ${activity} with ${entity.name}`,
        paragraphs: [`It’s time for ${activity} with ${entity.name}.`, ...note],
        link: { label: `Open ${entity.name}`, url: entity.url },
      }
    : {
        subject: `Es hora de ${activity} con ${entity.name}`,
        paragraphs: [`Es hora de ${activity} con ${entity.name}.`, ...note],
        link: { label: `Abrir ${entity.name}`, url: entity.url },
      }
}

const activityNames = {
  es: { call: 'la llamada', meeting: 'la reunión', task: 'la tarea' },
  en: { call: 'the call', meeting: 'the meeting', task: 'the task' },
} as const

/** A conversation of the recipient breached an SLA target. */
export function breach(locale: Locale, kind: SlaBreach['kind'], conversation: Conversation): EmailText {
  const { name } = conversation.contact
  const text = breachTexts[locale][kind]
  return locale === 'en'
    ? {
        subject: `SLA breached: conversation with ${name}`,
        paragraphs: [`The conversation with ${name} ${text}.`],
        link: conversationLink(locale, conversation),
      }
    : {
        subject: `SLA incumplido: conversación con ${name}`,
        paragraphs: [`La conversación con ${name} ${text}.`],
        link: conversationLink(locale, conversation),
      }
}

/** A conversation of the recipient will breach an SLA target soon. */
export function warning(locale: Locale, conversation: Conversation): EmailText {
  const { name } = conversation.contact
  return locale === 'en'
    ? {
        subject: `SLA at risk: conversation with ${name}`,
        paragraphs: [`A quarter of the time to answer or resolve the conversation with ${name} is left.`],
        link: conversationLink(locale, conversation),
      }
    : {
        subject: `SLA en riesgo: conversación con ${name}`,
        paragraphs: [`Queda una cuarta parte del plazo para responder o resolver la conversación con ${name}.`],
        link: conversationLink(locale, conversation),
      }
}

const breachTexts: Record<Locale, Record<SlaBreach['kind'], string>> = {
  es: {
    first_response: 'no recibió la primera respuesta a tiempo',
    next_response: 'lleva demasiado tiempo esperando respuesta',
    resolution: 'no se resolvió a tiempo',
  },
  en: {
    first_response: 'did not get a first reply in time',
    next_response: 'has been waiting too long for a reply',
    resolution: 'was not resolved in time',
  },
}

function conversationLink(locale: Locale, { url }: Conversation) {
  return { label: locale === 'en' ? 'Open conversation' : 'Abrir conversación', url }
}
