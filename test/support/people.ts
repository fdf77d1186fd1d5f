import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUser } from '#domains/access/setup.ts'
import { codeAt, stepOf } from '#domains/access/totp.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { type Answer, raw } from '#test/raw.ts'
import { header } from '#test/smtp.ts'
import { until } from '#test/wait.ts'

export type SignedIn = {
  user: { id: string; name: string; email: string }
  accounts: { id: string; role: string; visibility: string }[]
}

let made = 0

/** An address nobody has tried from. */
export function address(): string {
  return `10.1.${Math.floor(++made / 250)}.${(made % 250) + 1}`
}

/** A whole server, and browsers of people who use it. Each request comes from an address of its own unless it is said otherwise. */
export async function openHouse(env: NodeJS.ProcessEnv = {}) {
  const node = await openNode({ HILO_TRUST_PROXY: '1', ...env })
  const { url, sql, account_id } = node

  const send = (
    method: string,
    path: string,
    body?: object,
    { cookie = '', ip = address(), headers = [] as string[] } = {},
  ) =>
    raw(url, method, path, {
      headers: [
        ...(body ? ['content-type', 'application/json'] : []),
        ...(cookie ? ['cookie', cookie] : []),
        'user-agent',
        'Navegador',
        'x-forwarded-for',
        ip,
        ...headers,
      ],
      ...(body && { body: JSON.stringify(body) }),
    })

  const signIn = (
    email: string,
    more: { password?: string; code?: string } = {},
    from: { ip?: string; cookie?: string } = {},
  ) => send('POST', '/api/session', { email, password: PASSWORD, ...more }, from)

  /** An operation by name, as the web app calls it. */
  const app = <T = Record<string, unknown>>(
    operation: string,
    cookie: string,
    input: object = {},
    account = account_id,
  ) =>
    send('POST', `/api/app/${operation}`, input, { cookie, headers: ['x-account-id', account] }) as Promise<
      Answer & { body: T }
    >

  /** Somebody who works here, with their browser. */
  const enter = async (name: string, role: 'administrator' | 'agent' = 'agent', account = account_id) => {
    const email = `persona.${++made}@example.com`
    const user = await createUser(sql, { account_id: account, name, email, role, password: PASSWORD })
    const cookie = cookieOf(await signIn(email))
    return {
      ...user,
      cookie,
      do: <T>(operation: string, input: object = {}) => app<T>(operation, cookie, input, account),
    }
  }

  /** Sets up their second factor; answers the recovery codes, and what their app shows: each code is used once. */
  const protect = async (person: { email: string; cookie: string }, account = account_id) => {
    const { body } = await app<{ secret: string }>('begin_two_factor', person.cookie, {}, account)
    const secret = fromBase32(body.secret)
    const enabled = await app<{ recovery_codes: string[] }>(
      'enable_two_factor',
      person.cookie,
      { code: codeNow(secret) },
      account,
    )
    assert.equal(enabled.status, 200, enabled.text)
    const next = async () => {
      // Time is the server's own, so a code is made fresh by forgetting that it was used.
      await sql`update users set totp_step = null where email = ${person.email}`
      return codeNow(secret)
    }
    return { secret, recovery: enabled.body.recovery_codes, next }
  }

  /** The mails to somebody, oldest first, as they lie in the folder of the operator: with everything in them. */
  const mailbox = async (email: string) => {
    const folder = join(node.data, 'outbox')
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).sort()
    const mails = await Promise.all(names.map(async (name) => unfolded(await readFile(join(folder, name), 'utf8'))))
    return mails.filter((mail) => header(mail, 'to')?.includes(email))
  }

  /** The token of the last link somebody got by mail, once there are so many. */
  const linkOf = async (email: string, page: 'invitation' | 'reset', count = 1): Promise<string> => {
    let links: string[] = []
    await until(async () => {
      const all = (await mailbox(email)).join('\n')
      links = [
        ...new Set([...all.matchAll(new RegExp(`/app/${page}\\?token=([\\w-]{43})`, 'g'))].map((match) => match[1]!)),
      ]
      return links.length >= count
    }, `${count} mails to ${email}`)
    return links.at(-1)!
  }

  return { ...node, send, signIn, app, enter, protect, mailbox, linkOf }
}

/** A mail as its receiver reads it: lines that were broken to travel are whole again. */
function unfolded(mail: string): string {
  const whole = mail.replaceAll('=\r\n', '')
  return whole.replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}

/** `sid=…`, as the browser sends it back. */
export function cookieOf(answer: Answer): string {
  assert.equal(answer.status, 200, answer.text)
  return answer.headers['set-cookie']!.split(';')[0]!
}

export function codeNow(secret: Buffer): string {
  return codeAt(secret, stepOf(new Date()))
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text)
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}
