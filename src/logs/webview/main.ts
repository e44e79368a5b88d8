import '../../editor/webview/jitless.ts';
import './main.css';
import './toolbar.css';
import './histogram.css';
import './rows.css';
import './ansi.css';
import { createCaller } from '../channel.ts';
import { readToPage } from '../protocol.ts';
import { readSavedState } from '../savedState.ts';
import { createPage, type Page } from './page.ts';

const vscode = acquireVsCodeApi();
const app = document.getElementById('app') ?? document.body;
const caller = createCaller((message) => vscode.postMessage(message));
let page: Page | undefined;

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = readToPage(event.data);
  if (message?.kind === 'reply') caller.settle(message);
  else if (message) page?.receive(message);
});
window.addEventListener('pagehide', () => caller.dispose());

async function start(): Promise<void> {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const paint = await caller.request('ready', { timeZone });
    const host = {
      post: (message: Parameters<typeof vscode.postMessage>[0]) => vscode.postMessage(message),
      request: caller.request,
      save: (state: unknown) => void vscode.setState(state),
    };
    page = createPage(app, paint, host, readSavedState(vscode.getState()));
  } catch (error) {
    // Without the first paint there are no texts in the user's language either.
    app.textContent = error instanceof Error ? error.message : String(error);
  }
}

void start();
