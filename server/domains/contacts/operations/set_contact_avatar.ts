import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { id, written } from '#contract/scalars.ts'
import { avatar_types, MAX_AVATAR_BYTES } from '#domains/contacts/avatars/rules.ts'
import { requestAvatar, setAvatar } from '#domains/contacts/avatars/store.ts'
import * as contacts from '#domains/contacts/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { claimUploads, type StoredFile } from '#kernel/uploads.ts'

export const set_contact_avatar = operation({
  summary: 'Set the picture of a contact: an uploaded file, or an address it is fetched from in the background.',
  description: 'JPEG, PNG, GIF or WebP, at most 15 MB. An address is read at most once a minute per contact.',
  rest: 'PUT /contacts/:contact_id/avatar',
  permission: 'contacts:write',
  tool: false,
  idempotent: true,
  files: 'avatar',
  input: z.strictObject({
    contact_id: id,
    avatar: z
      .array(z.string().max(4000))
      .max(1)
      .optional()
      .describe('Token of an uploaded file; or send the file itself as multipart/form-data'),
    avatar_url: written.max(4000).nullable().optional().describe('Address of the picture; null removes the picture'),
  }),
  output: Contact,

  async run(ctx, { contact_id, avatar = [], avatar_url }) {
    await contacts.getLocked(ctx, contact_id)
    const [file] = await claimUploads(ctx, avatar, 'avatar')
    if (file) await setAvatar(ctx, contact_id, checkPicture(file))
    else if (avatar_url) await requestAvatar(ctx, contact_id, checkUrl(ctx, avatar_url))
    else if (avatar_url === null) await setAvatar(ctx, contact_id, null)
    else reject('missing_field', 'Give avatar, a file, or avatar_url.', 'avatar_url')
    return contacts.get(ctx, contact_id)
  },
})

function checkPicture(file: StoredFile): StoredFile {
  if (avatar_types.has(file.content_type) && file.size_bytes <= MAX_AVATAR_BYTES) return file
  return reject('invalid_value', 'A picture is a JPEG, PNG, GIF or WebP file of at most 15 MB.', 'avatar')
}

function checkUrl(ctx: Context, url: string): string {
  const reason = ctx.checkUrl(url)
  return reason ? reject('invalid_value', `This address cannot be read: ${reason}`, 'avatar_url') : url
}
