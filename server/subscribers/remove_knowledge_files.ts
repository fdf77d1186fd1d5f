import type { Files } from '#gateways/files/place.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Removes the files of documents that are gone. What is not there is fine, so it may be done twice. */
export function remove_knowledge_files(files: Files) {
  return subscriber({
    on: ['knowledge_files.released'],
    async run(_hands, { payload: { file_keys } }) {
      for (const file_key of file_keys) await files.remove(file_key)
    },
  })
}
