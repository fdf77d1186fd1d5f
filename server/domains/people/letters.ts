import type { Account } from '#contract/records/access.ts'
import type { Activity, EntityType } from '#contract/records/crm.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import type { SlaBreach } from '#contract/records/quality.ts'
import type { Handed } from '#domains/people/handover.ts'
import type { Notice } from '#domains/people/notices.ts'

type Said = Omit<Notice, 'key'>
type Locale = Account['locale']

const LONGEST_QUOTE = 1000

/** Somebody named them in a note. */
export function mention(locale: Locale, by: string, conversation: Conversation, note: string | null): Said {
  const { name } = conversation.contact
  const quoted = plain(note ?? '').slice(0, LONGEST_QUOTE)
  return locale === 'en'
    ? {
        subject: `${by} mentioned you: ${name}`,
        paragraphs: [`${by} mentioned you in a note in the conversation with ${name}:`, quoted],
        link: open(locale, conversation),
      }
    : {
        subject: `${by} te mencionó: ${name}`,
        paragraphs: [`${by} te mencionó en una nota de la conversación con ${name}:`, quoted],
        link: open(locale, conversation),
      }
}

/** Somebody gave them a conversation. */
export function assignment(locale: Locale, by: string, conversation: Conversation): Said {
  const { contact, inbox } = conversation
  return locale === 'en'
    ? {
        subject: `A conversation for you: ${contact.name}`,
        paragraphs: [`${by} gave you the conversation with ${contact.name} in ${inbox.name}.`],
        link: open(locale, conversation),
      }
    : {
        subject: `Una conversación para ti: ${contact.name}`,
        paragraphs: [`${by} te asignó la conversación con ${contact.name} en ${inbox.name}.`],
        link: open(locale, conversation),
      }
}

type Deal = { name: string; url: string }

const deals = {
  es: { lead: 'el lead', opportunity: 'la oportunidad' },
  en: { lead: 'the lead', opportunity: 'the opportunity' },
} as const

/** Somebody gave them a lead or an opportunity. */
export function ownership(locale: Locale, by: string, what: EntityType, { name, url }: Deal): Said {
  return locale === 'en'
    ? {
        subject: `Yours now: ${name}`,
        paragraphs: [`${by} gave you ${deals.en[what]} ${name}.`],
        link: { label: `Open ${deals.en[what]}`, url },
      }
    : {
        subject: `Ahora es tuyo: ${name}`,
        paragraphs: [`${by} te asignó ${deals.es[what]} ${name}.`],
        link: { label: `Abrir ${deals.es[what]}`, url },
      }
}

/** They were given what somebody had who left: one mail for all of it. */
export function handover(locale: Locale, by: string, from: string, handed: Handed, url: string): Said {
  const all = kinds.filter((kind) => handed[kind] > 0).map((kind) => `${handed[kind]} ${counted[locale][kind]}`)
  return locale === 'en'
    ? {
        subject: `What ${from} had is yours now`,
        paragraphs: [`${by} deactivated ${from} and gave you what they had on their hands: ${all.join(', ')}.`],
        link: { label: 'Open Hilo', url },
      }
    : {
        subject: `Ahora es tuyo lo que tenía ${from}`,
        paragraphs: [`${by} desactivó a ${from} y te asignó lo que tenía pendiente: ${all.join(', ')}.`],
        link: { label: 'Abrir Hilo', url },
      }
}

const kinds = ['conversations', 'leads', 'opportunities', 'activities'] as const
const counted: Record<Locale, Record<keyof Handed, string>> = {
  es: { conversations: 'conversaciones', leads: 'leads', opportunities: 'oportunidades', activities: 'actividades' },
  en: { conversations: 'conversations', leads: 'leads', opportunities: 'opportunities', activities: 'activities' },
}

/** The time of something they planned has come. */
export function activityDue(locale: Locale, { type, body, entity }: Pick<Activity, 'type' | 'body' | 'entity'>): Said {
  const what = planned[locale][type as keyof (typeof planned)['es']] ?? planned[locale].task
  const noted = body ? [body.slice(0, LONGEST_QUOTE)] : []
  return locale === 'en'
    ? {
        subject: `Now: ${what}, ${entity.name}`,
        paragraphs: [`It is time for ${what} with ${entity.name}.`, ...noted],
        link: { label: `Open ${entity.name}`, url: entity.url },
      }
    : {
        subject: `Ahora: ${what}, ${entity.name}`,
        paragraphs: [`Es la hora de ${what} con ${entity.name}.`, ...noted],
        link: { label: `Abrir ${entity.name}`, url: entity.url },
      }
}

const planned = {
  es: { call: 'la llamada', meeting: 'la reunión', task: 'la tarea' },
  en: { call: 'the call', meeting: 'the meeting', task: 'the task' },
} as const

/** A customer of theirs was not answered, or their matter not settled, in time. */
export function breach(locale: Locale, kind: SlaBreach['kind'], conversation: Conversation): Said {
  const { name } = conversation.contact
  const what = broken[locale][kind]
  return locale === 'en'
    ? {
        subject: `Late: ${name}`,
        paragraphs: [`The conversation with ${name} ${what}.`],
        link: open(locale, conversation),
      }
    : {
        subject: `Con retraso: ${name}`,
        paragraphs: [`La conversación con ${name} ${what}.`],
        link: open(locale, conversation),
      }
}

const broken: Record<Locale, Record<SlaBreach['kind'], string>> = {
  es: {
    first_response: 'no tuvo su primera respuesta a tiempo',
    next_response: 'espera una respuesta desde hace demasiado',
    resolution: 'no se resolvió a tiempo',
  },
  en: {
    first_response: 'did not get its first answer in time',
    next_response: 'has been waiting for an answer for too long',
    resolution: 'was not resolved in time',
  },
}

function open(locale: Locale, { url }: Conversation) {
  return { label: locale === 'en' ? 'Open the conversation' : 'Abrir la conversación', url }
}

/** A note as people read it: who is named, without the address behind. */
function plain(note: string): string {
  return note.replaceAll(/\[(@?[^\]]{0,300})\]\(mention:[^)]{0,400}\)/g, '$1')
}
