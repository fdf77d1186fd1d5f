import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUser } from '#domains/access/setup/provision.ts'
import { codeAt, stepOf } from '#domains/access/sign-in/totp.ts'
import { openNode, PASSWORD, PASSWORD_HASH } from '#test/node.ts'
import { type Answer, raw } from '#test/raw.ts'
import { header } from '#test/smtp.ts'
import { until } from '#test/wait.ts'

export type SignedIn = {
  user: { id: string; name: string; email: string }
  accounts: { id: string; role: string; visibility: string }[]
}

let made = 0

/** A new IP address, with no failed attempts yet. */
export function address(): string {
  return `10.1.${Math.floor(++made / 250)}.${(made % 250) + 1}`
}

/** A whole server with functions to sign users in. Each request comes from a new IP address unless `ip` is given. */
export async function openServerWithUsers(env: NodeJS.ProcessEnv = {}) {
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

  /** A new member of the workspace, signed in. */
  const enter = async (name: string, role: 'administrator' | 'agent' = 'agent', account = account_id) => {
    const email = `persona.${++made}@example.com`
    const user = await createUser(sql, { account_id: account, name, email, role, password_hash: PASSWORD_HASH })
    const cookie = cookieOf(await signIn(email))
    return {
      ...user,
      cookie,
      do: <T>(operation: string, input: object = {}) => app<T>(operation, cookie, input, account),
    }
  }

  /** Turns on two-factor authentication. Returns the secret, the recovery codes and `next`, which gives an unused code. */
  const protect = async (person: { email: string; cookie: string }, account = account_id) => {
    const { body } = await app<{ secret: string }>('begin_two_factor', person.cookie, { password: PASSWORD }, account)
    const secret = fromBase32(body.secret)
    const enabled = await app<{ recovery_codes: string[] }>(
      'enable_two_factor',
      person.cookie,
      { code: codeNow(secret) },
      account,
    )
    assert.equal(enabled.status, 200, enabled.text)
    const next = async () => {
      // A code works once per time step; clearing the step makes the current code valid again.
      await sql`update users set totp_step = null where email = ${person.email}`
      return codeNow(secret)
    }
    return { secret, recovery: enabled.body.recovery_codes, next }
  }

  /** The complete e-mails to this address in the outbox folder, oldest first. */
  const mailbox = async (email: string) => {
    const folder = join(node.data, 'outbox')
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).sort()
    const mails = await Promise.all(names.map(async (name) => unfolded(await readFile(join(folder, name), 'utf8'))))
    return mails.filter((mail) => header(mail, 'to')?.includes(email))
  }

  /** The token of the latest link mailed to this address; waits until `count` links have arrived. */
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

/** The e-mail with its quoted-printable encoding undone. */
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
