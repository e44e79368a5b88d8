import './main.css';
import './checks.css';
import type { FromReport, ToReport } from '../reportProtocol.ts';
import { createPage, type Page } from './page.ts';
import { readPageState } from './pageState.ts';

const vscode = acquireVsCodeApi();
const app = document.getElementById('app') ?? document.body;
const post = (message: FromReport): void => vscode.postMessage(message);
let page: Page | undefined;

window.addEventListener('message', ({ data }: MessageEvent<ToReport | undefined>) => {
  // The editor lets nobody else send to this page; extensions of browsers may.
  if (data?.kind !== 'show') return;
  page ??= createPage(app, {
    post,
    state: readPageState(vscode.getState()),
    save: (state) => void vscode.setState(state),
  });
  page.show(data);
});

post({ kind: 'ready' });
