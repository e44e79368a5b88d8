/** Returns everything that the page stores in the browser, as text. Runs in the page. */
export async function readPageStores(): Promise<string> {
  const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const storeName of database.objectStoreNames) {
      const store = database.transaction(storeName).objectStore(storeName);
      for (const value of await done(store.getAll())) {
        texts.push(value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value));
      }
    }
    database.close();
  }
  return texts.join('\n');
}
