import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'

/** An outgoing e-mail. The same `id` and time always produce the same message. */
export type Email = {
  id: string
  created_at: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** CSV files. */
  attachments?: readonly { name: string; content: string }[]
}

export type Mail = {
  /** Whether e-mail is delivered. If not, it is written to a folder for the operator. */
  delivers: boolean
  /** Sends it, or returns why the server rejected it for good. Temporary failures are thrown, to be retried. */
  send(email: Email): Promise<{ refused: string } | undefined>
}

type Settings = { smtp_url: string | undefined; mail_from: string | undefined; base_url: string; data: string }

/** Sends by SMTP if a server is configured; otherwise writes each e-mail to a file in the data folder. */
export function openMail({ smtp_url, mail_from, base_url, data }: Settings): Mail {
  const { hostname } = new URL(base_url)
  const from = mail_from ?? `Hilo <no-reply@${hostname}>`
  const write = (email: Email): SendMailOptions => ({
    from,
    to: email.to,
    subject: email.subject,
    text: email.text,
    html: email.html,
    attachments: email.attachments?.map(({ name, content }) => ({
      filename: name,
      content,
      contentType: 'text/csv; charset=utf-8',
    })),
    date: new Date(email.created_at),
    messageId: `<hilo.${email.id}.${Date.parse(email.created_at)}@${hostname}>`,
    // Suppresses automatic replies such as absence notices.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return smtp_url ? openSmtp(smtp_url, write) : openFolder(join(data, 'outbox'), write)
}

type Failure = Error & { code?: string; permanent?: boolean; responseCode?: number }

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

function openSmtp(url: string, write: (email: Email) => SendMailOptions): Mail {
  return {
    delivers: true,
    async send(email) {
      const { createTransport } = await import('nodemailer')
      try {
        await createTransport({ url, ...timeouts }).sendMail(write(email))
        return undefined
      } catch (error) {
        const { message, code, permanent, responseCode } = error as Failure
        // The server rejects this e-mail. A failed sign-in (530) is for the operator to fix, so it is retried.
        if (permanent && responseCode !== 530 && (code === 'EENVELOPE' || code === 'EMESSAGE'))
          return { refused: message }
        throw error
      }
    },
  }
}

const DAY = 86_400_000
const DAYS_KEPT = 90

function openFolder(folder: string, write: (email: Email) => SendMailOptions): Mail {
  let swept = 0
  return {
    delivers: false,
    async send(email) {
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await composer.sendMail(write(email))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${fileNameOf(email.created_at)}.${email.id}.eml`
      const draft = join(folder, `.${name}`)
      await writeFile(draft, message as Buffer, { mode: 0o600 })
      await rename(draft, join(folder, name))
      if (Date.now() - swept > DAY) {
        swept = Date.now()
        await removeOldFiles(folder, new Date(swept - DAYS_KEPT * DAY))
      }
      return undefined
    },
  }
}

/** A time as the start of a file name, so that files sort by time. */
function fileNameOf(moment: string): string {
  return moment.replaceAll(/[:.]/g, '-')
}

/** Old e-mails are removed, as in the outbox: they hold personal data, and some hold links. */
async function removeOldFiles(folder: string, before: Date): Promise<void> {
  const ours = /^\d{4}-\d\d-\d\dT[\d-]+Z\.\d+\.\d+\.eml$/
  const names = (await readdir(folder)).filter((name) => ours.test(name) && name < fileNameOf(before.toISOString()))
  for (const name of names) await rm(join(folder, name), { force: true })
}
