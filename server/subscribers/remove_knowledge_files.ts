import type { Files } from '#gateways/files/file-storage.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Removes the files of deleted documents. Missing files are ignored, so it can be repeated. */
export function remove_knowledge_files(files: Files) {
  return subscriber({
    on: ['knowledge_files.released'],
    async run(_context, { payload: { file_keys } }) {
      for (const file_key of file_keys) await files.remove(file_key)
    },
  })
}
