import { Readable } from 'node:stream'
import type { MessageFailure } from '#contract/records/conversation.ts'
import {
  ProviderError,
  type Connection,
  type OutboundMessage,
  type ReachHost,
  type SendResult,
} from '#kernel/connector.ts'
import { compose, type Email } from './compose.ts'
import type { EmailCredentials } from './credentials.ts'
import { isSignInRefusal, type SmtpError, withSmtp } from './smtp.ts'

const MOST_BYTES = 25 * 1024 * 1024

export async function sendMail(
  reach: ReachHost,
  connection: Connection<EmailCredentials>,
  message: OutboundMessage,
): Promise<SendResult> {
  if (!message.thread) return refuse('rejected', 'There is nobody to write to.')
  const size = message.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  if (size > MOST_BYTES) return refuse('media_rejected', 'The files of an e-mail may have 25 MB together.')
  let mail: Email
  try {
    mail = await compose(connection, message, message.thread)
  } catch (error) {
    return refuse('temporary', `A file could not be read: ${(error as Error).message}`)
  }
  return submit(reach, connection.credentials, mail)
}

async function submit(reach: ReachHost, { smtp }: EmailCredentials, mail: Email): Promise<SendResult> {
  // The server reads the message only after it has accepted sender and recipients.
  let isTransmitted = false
  const message = Readable.from(
    (async function* () {
      isTransmitted = true
      yield mail.bytes
    })(),
  )
  try {
    const rejected = await withSmtp(reach, smtp, (session) => {
      return new Promise<string[]>((resolve, reject) => {
        session.send(mail.envelope, message, (error, info) => (error ? reject(error) : resolve(info?.rejected ?? [])))
      })
    })
    const email = { ...mail.email, ...(rejected.length > 0 && { rejected }) }
    return { outcome: 'accepted', external_id: mail.message_id, attributes: { email } }
  } catch (error) {
    return resultOf(error as SmtpError, isTransmitted)
  }
}

/** Without an answer to the transmitted message nobody knows whether it was accepted. */
function resultOf(error: SmtpError, isTransmitted: boolean): SendResult {
  if (error instanceof ProviderError) return refuse('temporary', error.message)
  const { responseCode = 0, response, message } = error
  if (isSignInRefusal(error))
    return { outcome: 'refused', failure: failure('not_authorised', message, error), scope: 'connection' }
  if (responseCode >= 500)
    return { outcome: 'refused', failure: failure(permanentCode(error), response ?? message, error) }
  if (isTransmitted && responseCode < 400)
    return { outcome: 'unknown', detail: `The mail server gave no answer: ${message}` }
  return { outcome: 'refused', failure: failure('temporary', response ?? message, error) }
}

function permanentCode({ command = '', responseCode = 0, response = '' }: SmtpError): MessageFailure['code'] {
  if (responseCode === 552 || /\b5\.(2\.3|3\.4)\b/.test(response)) return 'media_rejected'
  if (/\b5\.7\./.test(response)) return 'policy'
  return command.startsWith('RCPT') || /\b5\.1\./.test(response) ? 'recipient_unreachable' : 'rejected'
}

function failure(code: MessageFailure['code'], detail: string, { responseCode }: SmtpError): MessageFailure {
  const provider = responseCode ? { code: String(responseCode), message: detail.slice(0, 500) } : undefined
  return { code, detail: detail.slice(0, 500), retryable: code === 'temporary', ...(provider && { provider }) }
}

function refuse(code: MessageFailure['code'], detail: string): SendResult {
  return { outcome: 'refused', failure: { code, detail, retryable: code === 'temporary' } }
}
