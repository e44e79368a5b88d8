import '../../editor/webview/jitless.ts';
import './main.css';
import './parts.css';
import { type FromPage, readToPage } from '../page/protocol.ts';
import { createPage, type Page } from './page.ts';

const vscode = acquireVsCodeApi();
const app = document.getElementById('app') ?? document.body;
const post = (message: FromPage): void => vscode.postMessage(message);
let page: Page | undefined;

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readToPage(data);
  if (message?.kind === 'start') {
    page ??= createPage(app, message.strings, {
      post,
      kept: vscode.getState(),
      save: (state) => void vscode.setState(state),
    });
    page.draw(message.state);
  } else if (message?.kind === 'state') page?.draw(message.state);
  else if (message?.kind === 'lead') page?.lead(message.section);
  else if (message?.kind === 'said') page?.say(message.text);
});

post({ kind: 'ready' });
