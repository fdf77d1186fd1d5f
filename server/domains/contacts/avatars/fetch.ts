import { forgetRequest, isWanted, setAvatar } from './store.ts'
import { decoded, MAX_AVATAR_BYTES, pathName } from './rules.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import type { StoredFile } from '#kernel/uploads.ts'

export type AvatarJob = { account_id: string; contact_id: string; url: string }

export type AvatarFiles = {
  /** Reads from an address outside, at most this many bytes. */
  get(url: string, how: { most: number; redirects: number }): Promise<{ status: number; bytes: Buffer; whole: boolean }>
  /** Stores a picture; undefined if the bytes are none. */
  storePicture(account_id: string, bytes: Buffer, file_name: string): Promise<StoredFile | undefined>
}

export function claimAvatars(runtime: Runtime, room: number): Promise<AvatarJob[]> {
  return runtime.database.sql<AvatarJob>`
    with due as (
      select account_id, id from contacts where avatar_due_at <= now() order by avatar_due_at limit ${room} for update skip locked
    ) update contacts c
         set avatar_due_at = now() + make_interval(secs => ${timingOf(runtime).leaseSeconds}), avatar_asked_at = now()
        from due where c.account_id = due.account_id and c.id = due.id
      returning c.account_id, c.id as contact_id, c.avatar_source as url`
}

export async function releaseAvatars({ database }: Runtime, jobs: readonly AvatarJob[]): Promise<void> {
  for (const { account_id, contact_id } of jobs)
    await database.sql`
      update contacts set avatar_due_at = now()
       where account_id = ${account_id} and id = ${contact_id} and avatar_due_at is not null`
}

/** Fetches one picture. A picture that cannot be fetched is not retried until its address is given again. */
export async function fetchAvatar(runtime: Runtime, { get, storePicture }: AvatarFiles, job: AvatarJob): Promise<void> {
  const { account_id, contact_id, url } = job
  const found = await get(url, { most: MAX_AVATAR_BYTES, redirects: 3 }).catch(() => undefined)
  const isGood = found?.status === 200 && found.whole
  const name = decoded(pathName(url)) || 'picture'
  const file = isGood ? await storePicture(account_id, found.bytes, name) : undefined
  await runAsSystem(runtime, account_id, 'store_contact_avatar', async (ctx) => {
    // Another address may have been named, or the contact deleted, meanwhile.
    if (!(await isWanted(ctx, contact_id, url))) return discard(ctx, file)
    if (file) await setAvatar(ctx, contact_id, file, url)
    else await forgetRequest(ctx, contact_id)
  })
}

type SystemContext = Parameters<Parameters<typeof runAsSystem>[3]>[0]

/** Leaves a file to the removal of abandoned uploads. */
async function discard({ sql, actor }: SystemContext, file: StoredFile | undefined): Promise<void> {
  if (file) await sql`insert into uploads (account_id, file_key) values (${actor.account.id}, ${file.file_key})`
}

/** Milliseconds until the next picture is to be fetched. */
export async function untilNextAvatar({ database }: Runtime): Promise<number> {
  const [row] = await database.sql<{ seconds: number | null }>`
    select extract(epoch from min(avatar_due_at) - now())::float8 as seconds from contacts where avatar_due_at is not null`
  return row?.seconds == null ? Infinity : Math.max(20, row.seconds * 1000)
}
