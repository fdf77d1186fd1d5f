import { isIP } from 'node:net'
import { ImapFlow } from 'imapflow'
import type { FolderCursor, ReachHost, WatchedMailbox } from '#kernel/connector.ts'
import type { MailServer } from './credentials.ts'
import { messageIds } from './mail.ts'
import { toProviderError } from './smtp.ts'

/** Reads the mailbox at least this often, although the server announces new mail. */
const POLL_MILLISECONDS = 120_000
/** Some networks drop connections that are silent for longer. */
const IDLE_MILLISECONDS = 280_000
const LARGEST_MAIL = 30 * 1024 * 1024

/** Signs in. Wrong credentials and servers that cannot be reached are told apart. */
async function openImap(reach: ReachHost, { host, port, secure, user, password }: MailServer): Promise<ImapFlow> {
  const { address, mayBePlain } = await reach(host, port)
  const client = new ImapFlow({
    host: address,
    port,
    secure,
    ...(!secure && !mayBePlain && { doSTARTTLS: true }),
    ...(!isIP(host) && { servername: host }),
    auth: { user, pass: password },
    logger: false,
    maxIdleTime: IDLE_MILLISECONDS,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 320_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    const { authenticationFailed, responseText, message } = error as Error & {
      authenticationFailed?: boolean
      responseText?: string
    }
    throw toProviderError(`IMAP ${host}`, new Error(responseText ?? message), authenticationFailed === true)
  }
}

/** Signs in once; returns the positions after the mail that is there now. */
export async function checkImap(reach: ReachHost, server: MailServer): Promise<FolderCursor[]> {
  const client = await openImap(reach, server)
  try {
    const cursors: FolderCursor[] = []
    for (const folder of await listFolders(client)) {
      const status = await client.status(folder, { uidValidity: true, uidNext: true })
      const { uidValidity = 0n, uidNext = 1 } = status || {}
      cursors.push({ folder, uidvalidity: String(uidValidity), last_uid: uidNext - 1 })
    }
    return cursors
  } catch (error) {
    throw toProviderError(`IMAP ${server.host}`, error as Error, false)
  } finally {
    client.close()
  }
}

/** Folders to read: sent mail first, so that an answer written elsewhere is known before the reply to it. */
async function listFolders(client: ImapFlow): Promise<string[]> {
  const folders = await client.list()
  const sent = folders.find(({ specialUse }) => specialUse === '\\Sent')
  return [...(sent ? [sent.path] : []), 'INBOX']
}

/** Reads what is new, then waits for the server's announcement, until the signal ends it or the connection breaks. */
export async function watchImap(reach: ReachHost, server: MailServer, mailbox: WatchedMailbox): Promise<void> {
  const client = await openImap(reach, server)
  const close = () => client.close()
  mailbox.signal.addEventListener('abort', close, { once: true })
  const news = createNews()
  client.on('exists', news.announce).on('close', news.announce)
  try {
    const folders = await listFolders(client)
    const cursors = new Map(mailbox.cursors.map((each) => [each.folder, each]))
    while (client.usable && !mailbox.signal.aborted) {
      news.begin()
      for (const folder of folders) await readFolder(client, mailbox, folder, cursors)
      await mailbox.onReady()
      const idle = client.idle().catch(() => {})
      await news.wait(POLL_MILLISECONDS)
      if (client.usable) await client.noop()
      await idle
    }
    if (!mailbox.signal.aborted) throw new Error('The mail server closed the connection.')
  } catch (error) {
    if (!mailbox.signal.aborted) throw error
  } finally {
    mailbox.signal.removeEventListener('abort', close)
    client.close()
  }
}

/** An announcement made at any time after `begin` ends the wait. */
function createNews() {
  let [isNew, resume] = [false, () => {}]
  return {
    begin: () => void (isNew = false),
    announce: () => {
      isNew = true
      resume()
    },
    wait: async (milliseconds: number) => {
      if (isNew) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        resume = resolve
        timer = setTimeout(resolve, milliseconds)
      })
      clearTimeout(timer)
    },
  }
}

type Cursors = Map<string, FolderCursor>

/**
 * Stores new mail of a folder in the order of its numbers. After the server renumbered it (UIDVALIDITY), everything since
 * the connection is looked at again, and only what is not known is read.
 */
async function readFolder(client: ImapFlow, mailbox: WatchedMailbox, folder: string, cursors: Cursors): Promise<void> {
  const opened = await client.mailboxOpen(folder, { readOnly: true })
  const uidvalidity = String(opened.uidValidity)
  const before = cursors.get(folder)
  const isContinued = before?.uidvalidity === uidvalidity
  const last = isContinued ? before.last_uid : 0
  const uids = isContinued ? await listAfter(client, last) : await listUnknown(client, mailbox)
  for (const uid of uids) {
    const found = await client.fetchOne(String(uid), { source: { maxLength: LARGEST_MAIL } }, { uid: true })
    const bodies = found && found.source ? [found.source] : []
    await advance({ folder, uidvalidity, last_uid: uid }, bodies)
  }
  if (!isContinued) await advance({ folder, uidvalidity, last_uid: Math.max(opened.uidNext - 1, uids.at(-1) ?? 0) }, [])

  async function advance(cursor: FolderCursor, bodies: Buffer[]): Promise<void> {
    await mailbox.store(cursor, bodies)
    cursors.set(folder, cursor)
  }
}

/** `*` also finds the last message if its number is lower, so the numbers are compared. */
async function listAfter(client: ImapFlow, last: number): Promise<number[]> {
  const found = (await client.search({ uid: `${last + 1}:*` }, { uid: true })) || []
  return found.filter((uid) => uid > last).toSorted((a, b) => a - b)
}

async function listUnknown(client: ImapFlow, { since, listKnown }: WatchedMailbox): Promise<number[]> {
  // SINCE knows days only, and those of the server's time zone.
  const day = new Date(since.getTime() - 86_400_000)
  const candidates = (await client.search({ since: day }, { uid: true })) || []
  const unknown: number[] = []
  for (let at = 0; at < candidates.length; at += 200) {
    const range = candidates.slice(at, at + 200).join(',')
    const found: { uid: number; id: string | undefined }[] = []
    for await (const each of client.fetch(
      range,
      { uid: true, internalDate: true, headers: ['message-id'] },
      { uid: true },
    )) {
      if (new Date(each.internalDate ?? 0) < since) continue
      const header = each.headers?.toString('latin1').replace(/^message-id:/i, '') ?? ''
      found.push({ uid: each.uid, id: messageIds(header)[0] })
    }
    const known = await listKnown(found.flatMap(({ id }) => id ?? []))
    unknown.push(...found.flatMap(({ uid, id }) => (id !== undefined && known.has(id) ? [] : uid)))
  }
  return unknown.toSorted((a, b) => a - b)
}
