import type { Profile } from '#kernel/connector.ts'
import { type Bot, call } from './api.ts'
import { readChat } from './chats.ts'
import { fetchFile } from './media.ts'

/** Pictures are shown small, so the smallest one of at least this width is taken. */
const WIDTH = 300

type Size = { file_id: string; file_unique_id: string; width: number }

/** The picture of a person, if they show it to bots. The link to it contains the token, so its bytes are given. */
export async function readProfile(bot: Bot, source_id: string): Promise<Profile | undefined> {
  const { chat_id: user_id } = readChat(source_id)
  // Groups have negative ids.
  if (user_id <= 0) return undefined
  const answer = await call(bot, 'getUserProfilePhotos', { user_id, limit: 1 })
  const sizes = (answer.outcome === 'done' ? (answer.result?.photos?.[0] ?? []) : []) as Size[]
  const ordered = sizes.toSorted((a, b) => a.width - b.width)
  const size = ordered.find(({ width }) => width >= WIDTH) ?? ordered.at(-1)
  if (!size) return undefined
  const file = await fetchFile(bot, { id: size.file_id, file_type: 'image' })
  if (file.outcome !== 'fetched') return undefined
  return { avatar: { bytes: file.bytes, file_name: `${size.file_unique_id}.jpg` } }
}
