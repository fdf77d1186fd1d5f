import { setTimeout as sleep } from 'node:timers/promises'
import { readBeginning, type Outbound } from '#gateways/outbound.ts'

/** Reads another server by its account-token routes. */
export type Client = {
  account_id: string
  /** The address and account, by which the records of this source are known. */
  source: string
  get<T>(path: string, query?: Record<string, string>): Promise<T>
  /** Reads a file of a message, up to this size. */
  download(url: string, most: number): Promise<Download>
}
export type Download = { bytes: Buffer; type: string } | { failure: string }

type Options = {
  url: string
  token: string
  account_id?: string | undefined
  outbound: Pick<Outbound, 'get'>
  /** Waits for some milliseconds. */
  pause?: (milliseconds: number) => Promise<unknown>
}

const TIMEOUT = 60_000
const MAX_ANSWER_BYTES = 32 * 2 ** 20
const MAX_TRIES = 8
const MAX_LIMIT_TRIES = 100
const LONGEST_PAUSE = 120_000
const MAX_REDIRECTS = 5

export async function openClient({ url, token, account_id, outbound, pause = sleep }: Options): Promise<Client> {
  const root = `${url.replace(/\/+$/, '')}/api/v1`
  const { origin } = new URL(root)
  const headers = { api_access_token: token, accept: 'application/json' }

  const get = async <T>(address: string): Promise<T> => {
    for (let tries = 1; ; tries++) {
      const answer = await ask(address, headers)
      if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text) as T
      const wait = pauseAfter(answer, tries)
      if (wait === undefined) throw new Error(refusal(address, answer.status))
      await pause(wait)
    }
  }
  const account = account_id ?? (await findAccount(() => get<Profile>(`${root}/profile`)))
  return {
    account_id: account,
    source: `${url.replace(/\/+$/, '')} ${account}`,
    get: (path, query = {}) => get(`${root}/accounts/${account}${path}?${new URLSearchParams(query).toString()}`),
    download: (file, most) =>
      download(file, most, origin, outbound).catch((error: Error) => ({ failure: error.message })),
  }
}

type Profile = { accounts?: { id: number }[]; account_id?: number }

async function findAccount(readProfile: () => Promise<Profile>): Promise<string> {
  const { accounts = [], account_id } = await readProfile()
  const ids = accounts.length > 0 ? accounts.map(({ id }) => id) : [account_id ?? []].flat()
  if (ids.length === 1) return String(ids[0])
  throw new Error(`This token opens the accounts ${ids.join(', ') || '(none)'}; choose one with --from-account.`)
}

type Answer = { status: number; text: string; retry_after: string | null }

/** Status 0 means that the server could not be reached. */
async function ask(address: string, headers: Record<string, string>): Promise<Answer> {
  try {
    // A redirect would carry the token elsewhere.
    const response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
    const { bytes, whole } = await readBeginning(response.body ?? emptyBody(), MAX_ANSWER_BYTES)
    if (!whole) throw new Error(`${address} answered with more than ${MAX_ANSWER_BYTES} bytes.`)
    return { status: response.status, text: bytes.toString('utf8'), retry_after: response.headers.get('retry-after') }
  } catch (error) {
    return { status: 0, text: String(error), retry_after: null }
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Milliseconds to wait before the next try; undefined when trying again is of no use. */
function pauseAfter({ status, retry_after }: Answer, tries: number): number | undefined {
  const isLimited = status === 429
  const isTemporary = isLimited || status === 0 || status === 408 || status >= 500
  if (!isTemporary || tries >= (isLimited ? MAX_LIMIT_TRIES : MAX_TRIES)) return undefined
  const requested =
    retry_after === null ? NaN : /^\d+$/.test(retry_after) ? Number(retry_after) * 1000 : untilDate(retry_after)
  const wait = Number.isNaN(requested) ? 500 * 2 ** Math.min(tries, 8) : requested
  return Math.min(Math.max(wait, 0), LONGEST_PAUSE)
}

function untilDate(text: string): number {
  return Date.parse(text) - Date.now()
}

function refusal(address: string, status: number): string {
  const path = new URL(address).pathname
  if (status === 401 || status === 403) return `The other server refuses the token at ${path} (${status}).`
  if (status === 0) return `The other server cannot be reached at ${new URL(address).origin}.`
  if (status >= 300 && status < 400) return `The other server redirects ${path}; give the address it redirects to.`
  return `The other server answered ${status} at ${path}.`
}

/** Files of the source itself are read directly; other addresses only if they are public. */
async function download(url: string, most: number, own: string, outbound: Pick<Outbound, 'get'>): Promise<Download> {
  for (let left = MAX_REDIRECTS; left > 0; left--) {
    if (new URL(url).origin !== own) {
      const { status, headers, bytes, whole } = await outbound.get(url, { most, redirects: left })
      return toDownload(status, headers['content-type'], bytes, whole, most)
    }
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !location) {
      const { bytes, whole } = await readBeginning(response.body ?? emptyBody(), most)
      return toDownload(response.status, response.headers.get('content-type') ?? undefined, bytes, whole, most)
    }
    await response.body?.cancel()
    url = new URL(location, url).href
  }
  return { failure: 'The file’s address redirects too often.' }
}

function toDownload(status: number, type: string | undefined, bytes: Buffer, whole: boolean, most: number): Download {
  if (status !== 200) return { failure: `The file’s address answered ${status}.` }
  if (!whole) return { failure: `The file is larger than ${most / 2 ** 20} MB (HILO_UPLOAD_MB).` }
  return { bytes, type: type ?? '' }
}
