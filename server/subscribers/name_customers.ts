import { part } from '#db/sql.ts'
import { askProfile, saveProfile } from '#domains/channels/incoming/profiles.ts'
import { subscriber } from '#kernel/subscriber.ts'
import type { StoredFile } from '#kernel/uploads.ts'

type StorePicture = (account_id: string, bytes: Buffer, file_name: string) => Promise<StoredFile | undefined>

/** Gives a new customer the name and picture of their profile, for channels whose messages have none. */
export function name_customers(storePicture: StorePicture) {
  return subscriber({
    on: ['conversation.created'],
    when: part`exists (
      select from channel_connections n where n.account_id = e.account_id and n.inbox_id = (e.payload #>> '{conversation,inbox,id}')::bigint)`,
    async run({ withoutTransaction, inTransaction }, { account_id, actor, payload: { conversation } }) {
      const profile = await withoutTransaction('name_customers', actor, (ctx) => askProfile(ctx, conversation))
      if (!profile) return
      const { avatar } = profile
      const picture = avatar && (await storePicture(account_id, avatar.bytes, avatar.file_name))
      await inTransaction('name_customers', actor, (ctx) => saveProfile(ctx, conversation, profile, picture))
    },
  })
}
