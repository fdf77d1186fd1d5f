/** Files go to IndexedDB, because localStorage holds text only. Without IndexedDB they are not kept. */
export async function saveFiles(name: string, files: File[]): Promise<void> {
  await withStore('readwrite', (store) => store.put(files, name))
}

export async function deleteFiles(name: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(name))
}

export async function readFiles(name: string): Promise<File[]> {
  return ((await withStore('readonly', (store) => store.get(name))) as File[] | undefined) ?? []
}

async function withStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const request = indexedDB.open('hilo', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('files')
    const database = await resultOf<IDBDatabase>(request)
    const result = await resultOf<unknown>(work(database.transaction('files', mode).objectStore('files')))
    database.close()
    return result
  } catch {
    return undefined
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })
}
