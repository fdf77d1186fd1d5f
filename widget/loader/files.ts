/** Files have a store of their own: text storage cannot hold them. Where there is none, they are not remembered. */
export async function keepFiles(name: string, files: File[]): Promise<void> {
  await inStore('readwrite', (store) => store.put(files, name))
}

export async function dropFiles(name: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(name))
}

export async function keptFiles(name: string): Promise<File[]> {
  return ((await inStore('readonly', (store) => store.get(name))) as File[] | undefined) ?? []
}

async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const opening = indexedDB.open('hilo', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('files')
    const database = await settled<IDBDatabase>(opening)
    const result = await settled<unknown>(work(database.transaction('files', mode).objectStore('files')))
    database.close()
    return result
  } catch {
    return undefined
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })
}
