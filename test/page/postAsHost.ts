import type { Page } from '@playwright/test';

/** Speaks to the page in the host's place, which hears and is heard no more: what it says of its own would undo this. */
export async function postAsHost(logs: Page, messages: readonly unknown[]): Promise<void> {
  await logs.locator('body').evaluate((_, all) => {
    const blockOtherMessages = (event: MessageEvent): void => {
      if (event.source !== window) event.stopImmediatePropagation();
    };
    window.addEventListener('message', blockOtherMessages, true);
    Reflect.set(globalThis, 'fromPage', () => undefined);
    for (const one of all) window.postMessage(one, '*');
    // What comes last comes after all of it, and a frame draws it.
    return new Promise<void>((done) => {
      window.addEventListener(
        'message',
        ({ data }) => data === 'last' && requestAnimationFrame(() => done()),
      );
      window.postMessage('last', '*');
    });
  }, messages);
}
