import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'

/** A mail as it leaves the house. The same `id` and moment make the same mail, however often it is sent. */
export type Letter = {
  id: string
  created_at: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}

export type Mail = {
  /** Whether mail reaches people. If not, it lies in a folder for whoever runs the installation. */
  delivers: boolean
  /** Sends it, or answers why it never will be taken. What may pass by itself is thrown, and worth another try. */
  send(letter: Letter): Promise<{ refused: string } | undefined>
}

type Settings = { smtp_url: string | undefined; mail_from: string | undefined; base_url: string; data: string }

/** Mail by SMTP where a server is configured; otherwise each mail is a file in the data folder. */
export function openMail({ smtp_url, mail_from, base_url, data }: Settings): Mail {
  const { hostname } = new URL(base_url)
  const from = mail_from ?? `Hilo <no-reply@${hostname}>`
  const write = (letter: Letter): SendMailOptions => ({
    from,
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    date: new Date(letter.created_at),
    messageId: `<hilo.${letter.id}.${Date.parse(letter.created_at)}@${hostname}>`,
    // Nobody's absence notice should answer a machine.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return smtp_url ? openSmtp(smtp_url, write) : openFolder(join(data, 'outbox'), write)
}

type Failure = Error & { code?: string; permanent?: boolean; responseCode?: number }

const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

function openSmtp(url: string, write: (letter: Letter) => SendMailOptions): Mail {
  const server = createTransport({ url, ...patience })
  return {
    delivers: true,
    async send(letter) {
      try {
        await server.sendMail(write(letter))
        return undefined
      } catch (error) {
        const { message, code, permanent, responseCode } = error as Failure
        // The server does not want this mail; whether it lets us in at all is for the operator to mend, and may pass.
        if (permanent && responseCode !== 530 && (code === 'EENVELOPE' || code === 'EMESSAGE'))
          return { refused: message }
        throw error
      }
    },
  }
}

const DAY = 86_400_000
const DAYS_KEPT = 90

function openFolder(folder: string, write: (letter: Letter) => SendMailOptions): Mail {
  const press = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let swept = 0
  return {
    delivers: false,
    async send(letter) {
      const { message } = await press.sendMail(write(letter))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${written(letter.created_at)}.${letter.id}.eml`
      const draft = join(folder, `.${name}`)
      await writeFile(draft, message as Buffer, { mode: 0o600 })
      await rename(draft, join(folder, name))
      if (Date.now() - swept > DAY) {
        swept = Date.now()
        await forget(folder, new Date(swept - DAYS_KEPT * DAY))
      }
      return undefined
    },
  }
}

/** A moment as the name of a file begins: later ones stand behind. */
function written(moment: string): string {
  return moment.replaceAll(/[:.]/g, '-')
}

/** The outbox forgets old mails, and so does the folder: they speak of people, and some hold links. */
async function forget(folder: string, before: Date): Promise<void> {
  const ours = /^\d{4}-\d\d-\d\dT[\d-]+Z\.\d+\.\d+\.eml$/
  const names = (await readdir(folder)).filter((name) => ours.test(name) && name < written(before.toISOString()))
  for (const name of names) await rm(join(folder, name), { force: true })
}
