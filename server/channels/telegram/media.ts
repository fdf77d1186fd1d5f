import { HttpError, type MediaReference, type MediaResult } from '#kernel/connector.ts'
import { type Bot, call } from './api.ts'
import { MOST_DOWNLOAD_BYTES } from './content.ts'

const DOWNLOAD_MILLISECONDS = 120_000

/** Asks for a link, valid for about an hour, and reads it. The link contains the token, so it is not kept. */
export async function fetchFile(bot: Bot, reference: MediaReference): Promise<MediaResult> {
  const answer = await call(bot, 'getFile', { file_id: reference.id })
  if (answer.outcome === 'lost') return { outcome: 'retry' }
  if (answer.outcome === 'refused') {
    if (/file is too big/i.test(answer.description)) return { outcome: 'too_large' }
    const isFinal = answer.code === 400 && !/temporarily/i.test(answer.description)
    return isFinal ? { outcome: 'gone', reason: answer.description } : retry(answer.retry_after)
  }
  const path = answer.result?.file_path
  return typeof path === 'string' ? download(bot, path) : { outcome: 'retry' }
}

async function download(bot: Bot, path: string): Promise<MediaResult> {
  const url = `${bot.telegram_url}/file/bot${bot.bot_token}/${path.split('/').map(encodeURIComponent).join('/')}`
  try {
    const answer = await bot.http(url, { most: MOST_DOWNLOAD_BYTES, milliseconds: DOWNLOAD_MILLISECONDS })
    // An expired link is answered with 404; the next attempt asks for a new one.
    if (answer.status !== 200) return { outcome: 'retry' }
    return answer.whole ? { outcome: 'fetched', bytes: answer.bytes } : { outcome: 'too_large' }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { outcome: 'retry' }
  }
}

function retry(after_seconds: number | undefined): MediaResult {
  return after_seconds === undefined ? { outcome: 'retry' } : { outcome: 'retry', after_seconds }
}
