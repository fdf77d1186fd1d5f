import type { AlertKind } from '#contract/records/notification.ts'

/** The sentence of a notification, from the name of the person who caused it and that of the record. */
export type NotificationSentences = Record<AlertKind, (actor: string, title: string) => string>

export const notificationSentencesEs: NotificationSentences = {
  conversation_assigned: (actor, title) => `${actor} te asignó la conversación con ${title}`,
  mention: (actor, title) => `${actor} te mencionó en la conversación con ${title}`,
  customer_waiting: (_actor, title) => `${title} espera respuesta`,
  customer_replied: (_actor, title) => `${title} escribió`,
  owner_changed: (actor, title) => `${actor} te asignó ${title}`,
  sla_due_soon: (_actor, title) => `Se acaba el plazo para responder a ${title}`,
  sla_breached: (_actor, title) => `Se venció el plazo para responder a ${title}`,
  activity_due: (_actor, title) => `Tienes una actividad pendiente con ${title}`,
}

export const notificationSentencesEn: NotificationSentences = {
  conversation_assigned: (actor, title) => `${actor} assigned you the conversation with ${title}`,
  mention: (actor, title) => `${actor} mentioned you in the conversation with ${title}`,
  customer_waiting: (_actor, title) => `${title} is waiting for an answer`,
  customer_replied: (_actor, title) => `${title} wrote to you`,
  owner_changed: (actor, title) => `${actor} assigned you ${title}`,
  sla_due_soon: (_actor, title) => `The time to answer ${title} is running out`,
  sla_breached: (_actor, title) => `The time to answer ${title} is over`,
  activity_due: (_actor, title) => `You have an activity due with ${title}`,
}
