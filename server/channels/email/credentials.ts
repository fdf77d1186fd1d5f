import { z } from 'zod'

export type MailServer = { host: string; port: number; secure: boolean; user: string; password: string }
export type EmailCredentials = {
  address: string
  /** Absent if mail arrives by forwarding. */
  imap?: MailServer | undefined
  smtp: MailServer
  from_name?: string | undefined
}

const pasted = z.string().trim().min(1).max(200)

const server = (port: number) =>
  z
    .strictObject({
      host: pasted.regex(/^[\w.:-]+$/, 'Give the name of the server, such as mail.example.com'),
      port: z.int().min(1).max(65_535).default(port),
      secure: z.boolean().optional().describe('TLS from the first byte. Default: true for the ports 993 and 465'),
      user: pasted,
      password: z.string().min(1).max(1000),
    })
    .transform(({ secure, ...fields }) => ({ ...fields, secure: secure ?? [993, 465].includes(fields.port) }))

export const emailCredentials = z.strictObject({
  address: pasted
    .toLowerCase()
    .pipe(z.email('Give the address of the inbox, such as sales@example.com'))
    .describe('Address customers write to'),
  imap: server(993).optional().describe('Mailbox to read; leave it out if mail is forwarded to webhook_url'),
  smtp: server(465).describe('Server to send with'),
  from_name: pasted.optional().describe('Name customers see'),
})
