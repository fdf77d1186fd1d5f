import { classicRuleWebhook, classicWebhook } from '#doors/classic/shapes/webhook.ts'
import { storePicture } from '#doors/files/store.ts'
import type { Files } from '#gateways/files/file-storage.ts'
import type { Mail } from '#gateways/mail.ts'
import type { Outbound } from '#gateways/outbound.ts'
import type { Reader } from '#gateways/document-text.ts'
import type { Embedder } from '#kernel/embedder.ts'
import { answer_customers } from '#subscribers/answer_customers.ts'
import { ask_satisfaction } from '#subscribers/ask_satisfaction.ts'
import { index_knowledge } from '#subscribers/index_knowledge.ts'
import { note_campaign_deliveries } from '#subscribers/note_campaign_deliveries.ts'
import { note_campaign_replies } from '#subscribers/note_campaign_replies.ts'
import { open_left_conversations } from '#subscribers/open_left_conversations.ts'
import { run_automations } from '#subscribers/run_automations.ts'
import { mail_assignments } from '#subscribers/mail_assignments.ts'
import { mail_breaches } from '#subscribers/mail_breaches.ts'
import { mail_connections } from '#subscribers/mail_connections.ts'
import { mail_due_activities } from '#subscribers/mail_due_activities.ts'
import { mail_mentions } from '#subscribers/mail_mentions.ts'
import { mail_owner_changes } from '#subscribers/mail_owner_changes.ts'
import { mail_reports } from '#subscribers/mail_reports.ts'
import { name_customers } from '#subscribers/name_customers.ts'
import { notify_people } from '#subscribers/notify_people.ts'
import { push_notifications } from '#subscribers/push_notifications.ts'
import { queue_webhooks } from '#subscribers/queue_webhooks.ts'
import { remove_knowledge_files } from '#subscribers/remove_knowledge_files.ts'
import { replay_webhooks } from '#subscribers/replay_webhooks.ts'
import { run_contact_imports } from '#subscribers/run_contact_imports.ts'
import { run_crm_imports } from '#subscribers/run_crm_imports.ts'
import { finish_macros } from '#subscribers/finish_macros.ts'
import { run_macros } from '#subscribers/run_macros.ts'
import { send_automation_webhooks } from '#subscribers/send_automation_webhooks.ts'
import { send_emails } from '#subscribers/send_emails.ts'
import { send_pushes } from '#subscribers/send_pushes.ts'
import { send_read_receipts } from '#subscribers/send_read_receipts.ts'
import { send_out_of_office } from '#subscribers/send_out_of_office.ts'

/** Gateways that subscribers use. */
export type Gateways = {
  mail: Mail
  outbound: Outbound
  files: Files
  reader: Reader
  embedder?: Embedder | undefined
  /** Announces that there are webhooks to send. */
  notifyWebhooks?: () => void
}

/** All subscribers; those that need gateways are created with them. */
export function openSubscribers({ mail, outbound, files, reader, embedder, notifyWebhooks = () => {} }: Gateways) {
  return {
    answer_customers,
    ask_satisfaction,
    finish_macros,
    index_knowledge: index_knowledge({ outbound, files, reader, embedder }),
    note_campaign_deliveries,
    note_campaign_replies,
    open_left_conversations,
    run_automations,
    mail_assignments,
    mail_breaches,
    mail_connections,
    mail_due_activities,
    mail_mentions,
    mail_owner_changes,
    mail_reports,
    name_customers: name_customers((account_id, bytes, name) => storePicture(files, account_id, bytes, name)),
    notify_people,
    push_notifications,
    queue_webhooks: queue_webhooks(classicWebhook, notifyWebhooks),
    remove_knowledge_files: remove_knowledge_files(files),
    replay_webhooks: replay_webhooks(classicWebhook, notifyWebhooks),
    run_contact_imports,
    run_crm_imports,
    run_macros,
    send_automation_webhooks: send_automation_webhooks(outbound, classicRuleWebhook),
    send_emails: send_emails(mail),
    send_out_of_office,
    send_pushes: send_pushes(outbound),
    send_read_receipts,
  }
}
