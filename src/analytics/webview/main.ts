import 'uplot/dist/uPlot.min.css';
import './main.css';
import './card.css';
import type { ToPage } from '../protocol.ts';
import { createPage, type Page } from './page.ts';

const vscode = acquireVsCodeApi();
const app = document.getElementById('app') ?? document.body;
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
let page: Page | undefined;

// Only the host can post here: the page's policy lets no other frame in.
window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if (data.kind === 'start') {
    const host = {
      post: (message: Parameters<typeof vscode.postMessage>[0]) => vscode.postMessage(message),
      save: (state: unknown) => void vscode.setState(state),
    };
    page?.destroy();
    page = createPage(app, data, { host, timeZone, kept: vscode.getState() });
  } else if (data.kind === 'state') page?.draw(data.state);
  else if (data.kind === 'said') page?.say(data.text);
});

vscode.postMessage({ kind: 'ready', zone: timeZone });
