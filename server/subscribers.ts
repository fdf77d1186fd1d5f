import { classicWebhook } from '#doors/classic/shapes/webhook.ts'
import type { Files } from '#gateways/files/place.ts'
import type { Mail } from '#gateways/mail.ts'
import type { Outbound } from '#gateways/outbound.ts'
import type { Reader } from '#gateways/reading.ts'
import type { Embedder } from '#kernel/embedder.ts'
import { answer_customers } from '#subscribers/answer_customers.ts'
import { ask_satisfaction } from '#subscribers/ask_satisfaction.ts'
import { index_knowledge } from '#subscribers/index_knowledge.ts'
import { note_campaign_replies } from '#subscribers/note_campaign_replies.ts'
import { open_left_conversations } from '#subscribers/open_left_conversations.ts'
import { run_automations } from '#subscribers/run_automations.ts'
import { mail_assignments } from '#subscribers/mail_assignments.ts'
import { mail_breaches } from '#subscribers/mail_breaches.ts'
import { mail_due_activities } from '#subscribers/mail_due_activities.ts'
import { mail_mentions } from '#subscribers/mail_mentions.ts'
import { mail_owner_changes } from '#subscribers/mail_owner_changes.ts'
import { queue_webhooks } from '#subscribers/queue_webhooks.ts'
import { remove_knowledge_files } from '#subscribers/remove_knowledge_files.ts'
import { replay_webhooks } from '#subscribers/replay_webhooks.ts'
import { run_contact_imports } from '#subscribers/run_contact_imports.ts'
import { run_macros } from '#subscribers/run_macros.ts'
import { send_automation_webhooks } from '#subscribers/send_automation_webhooks.ts'
import { send_emails } from '#subscribers/send_emails.ts'
import { send_out_of_office } from '#subscribers/send_out_of_office.ts'

/** The outside world, as subscribers reach it. */
export type Gateways = {
  mail: Mail
  outbound: Outbound
  files: Files
  reader: Reader
  embedder?: Embedder | undefined
  /** There are webhooks to send. */
  nudge?: () => void
}

/** Everyone who wants to know what happened. Who needs the outside world is made with it. */
export function openSubscribers({ mail, outbound, files, reader, embedder, nudge = () => {} }: Gateways) {
  return {
    answer_customers,
    ask_satisfaction,
    index_knowledge: index_knowledge({ outbound, files, reader, embedder }),
    note_campaign_replies,
    open_left_conversations,
    run_automations,
    mail_assignments,
    mail_breaches,
    mail_due_activities,
    mail_mentions,
    mail_owner_changes,
    queue_webhooks: queue_webhooks(classicWebhook, nudge),
    remove_knowledge_files: remove_knowledge_files(files),
    replay_webhooks: replay_webhooks(classicWebhook, nudge),
    run_contact_imports,
    run_macros,
    send_automation_webhooks: send_automation_webhooks(outbound),
    send_emails: send_emails(mail),
    send_out_of_office,
  }
}
