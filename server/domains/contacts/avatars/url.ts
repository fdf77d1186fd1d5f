import { part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'

/** The address of the picture of contact `c`. Its file key cannot be guessed, so it needs no signature, and lives as long as the picture. */
export function avatarUrl({ base_url, actor }: Pick<Context, 'base_url' | 'actor'>, c: Part): Part {
  return part`case when ${c}.avatar is not null then
    ${`${base_url}/files/${actor.account.id}/contact-`}::text || ${c}.id || '/avatar/' || split_part(${c}.avatar ->> 'file_key', '/', 2)
      || '/' || (${c}.avatar ->> 'path_name') end`
}
