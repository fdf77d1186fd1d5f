import type { ChannelEvent } from '#kernel/connector.ts'
import { isAddress } from './addresses.ts'
import { type Mail, messageIds, toBytes } from './mail.ts'

type StatusEvent = Extract<ChannelEvent, { kind: 'status' }>
type DeliveryReport = { recipient: string; action: string; status: string; detail: string }

/**
 * The events of a delivery report: the message failed, or is delayed. Empty for e-mails that are no report, and for reports
 * that name no message, which are shown like any other e-mail.
 */
export function readBounce(mail: Mail, occurred_at: string): StatusEvent[] {
  const reports = listReports(mail)
  const [target] = originalIds(mail)
  if (!target) return []
  return reports.flatMap(({ recipient, action, status, detail }): StatusEvent[] => {
    const provider = { code: status, message: detail }
    if (action === 'delayed')
      return [{ kind: 'status', target, occurred_at, status: 'sent', attributes: { delivery_delay: provider } }]
    if (action !== 'failed') return []
    const isPermanent = !status.startsWith('4')
    const failure = {
      code: isPermanent ? ('recipient_unreachable' as const) : ('temporary' as const),
      detail: `${recipient || 'The recipient'} did not get this e-mail: ${detail || status}`,
      retryable: !isPermanent,
      provider,
    }
    const bounced = isPermanent && !/^5\.[2347]/.test(status) ? { bounced: recipient } : {}
    return [{ kind: 'status', target, occurred_at, status: 'failed', failure, ...bounced }]
  })
}

function listReports(mail: Mail): DeliveryReport[] {
  const part = mail.parts.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType))
  if (part)
    return toBytes(part.content)
      .toString()
      .split(/\n\s*\n/)
      .flatMap(readReport)
  // Some servers write bounces of their own kind.
  const [failed] = mail.header('x-failed-recipients')
  const isBounce =
    /^(mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '') &&
    /^multipart\/report/i.test(mail.header('content-type')[0] ?? '')
  if (!failed && !isBounce) return []
  const status = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(mail.text)?.[1] ?? '5.0.0'
  return [{ recipient: addressIn(failed ?? ''), action: 'failed', status, detail: mail.text.trim().slice(0, 300) }]
}

function readReport(block: string): DeliveryReport[] {
  const lines = block.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const field = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const action = field('action')?.toLowerCase()
  if (!action) return []
  const recipient = addressIn(field('original-recipient') ?? field('final-recipient') ?? '')
  const detail = (field('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '').slice(0, 500)
  return [{ recipient, action, status: field('status')?.split(/[\s(]/)[0] ?? '5.0.0', detail }]
}

/** Ids of the e-mail the report is about: in its copy, or in the headers of the report. */
function originalIds({ parts, references }: Mail): string[] {
  const copy = parts.find(({ mimeType }) =>
    /^(message\/(rfc822|global)(-headers)?|text\/rfc822-headers)$/.test(mimeType),
  )
  const head =
    copy &&
    toBytes(copy.content)
      .toString('latin1')
      .split(/\r?\n\r?\n/)[0]!
      .replaceAll(/\r?\n[ \t]+/g, ' ')
  const line = /^message-id:(.*)$/im.exec(head ?? '')?.[1] ?? ''
  return [...messageIds(line), ...references]
}

function addressIn(value: string): string {
  const address = value
    .replace(/^[^;]*;/, '')
    .replaceAll(/[<>\s]/g, '')
    .toLowerCase()
  return isAddress(address) ? address : ''
}
