import type { Page } from '@playwright/test';

/**
 * Sends messages to the page in place of its host, and blocks those of the real host, which would change the
 * state again.
 */
export async function postAsHost(logs: Page, messages: readonly unknown[]): Promise<void> {
  await logs.locator('body').evaluate((_, all) => {
    const blockOtherMessages = (event: MessageEvent): void => {
      if (event.source !== window) event.stopImmediatePropagation();
    };
    window.addEventListener('message', blockOtherMessages, true);
    Reflect.set(globalThis, 'fromPage', () => undefined);
    for (const one of all) window.postMessage(one, '*');
    // Waits until all messages are handled and a frame is drawn.
    return new Promise<void>((done) => {
      window.addEventListener(
        'message',
        ({ data }) => data === 'last' && requestAnimationFrame(() => done()),
      );
      window.postMessage('last', '*');
    });
  }, messages);
}
