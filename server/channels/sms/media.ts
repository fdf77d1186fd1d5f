import { HttpError, type HttpAnswer, type MediaReference, type MediaResult } from '#kernel/connector.ts'
import { authorization, type Twilio } from './api.ts'

const MOST_BYTES = 20 * 1024 * 1024
const MOST_REDIRECTS = 3

/** Files are behind a redirect to an address that is open for a while. */
export async function fetchFile(twilio: Twilio, { id }: MediaReference): Promise<MediaResult> {
  try {
    const answer = await follow(twilio, id)
    if (answer.status === 404 || answer.status === 410) return { outcome: 'gone', reason: 'Twilio no longer has it' }
    if (answer.status !== 200) return { outcome: 'retry' }
    if (!answer.whole) return { outcome: 'too_large' }
    return { outcome: 'fetched', bytes: answer.bytes, content_type: answer.headers['content-type'] }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { outcome: 'retry' }
  }
}

async function follow(twilio: Twilio, url: string): Promise<HttpAnswer> {
  for (let left = MOST_REDIRECTS; ; left--) {
    const address = throughProxy(twilio, url)
    // The password is for Twilio alone.
    const headers = address.startsWith(`${twilio.twilio_url}/`) ? authorization(twilio) : {}
    const answer = await twilio.http(address, { headers, most: MOST_BYTES })
    const { location } = answer.headers
    const isRedirect = answer.status >= 300 && answer.status < 400 && location !== undefined
    if (!isRedirect || left === 0 || !URL.canParse(location, address)) return answer
    url = new URL(location, address).href
  }
}

function throughProxy({ twilio_url }: Twilio, url: string): string {
  return url.replace(/^https:\/\/api\.twilio\.com(?=\/)/, twilio_url)
}
