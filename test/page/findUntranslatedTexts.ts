import { root } from '../harness/paths.ts';
import type { FakeDialogs } from '../kit/fakeDialogs.ts';
import { readExtensionTexts } from '../kit/pseudo.ts';
import { extractWords, type ResponseRecorder } from './responseRecorder.ts';
import type { PageWindow } from './window.ts';

/** Words of keys and of formats of the browser and Node, which don't support the pseudo language. */
const formatWords =
  /^(Shift|now|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|UTC|GMT|ago|min|sec|seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/;

/** Selects elements with texts of log entries, whose colors can split words. */
const serviceContent = '.row:not(.head, .gap) .message *, .row:not(.head, .gap) .message, .details .text *';

/** Names of other products, error messages of the browser for patterns, and details for support. */
const externalNames =
  /ChatGPT|Claude|HOSTED_MCP_API_KEY|Unterminated group|\w+\.\w+ · [A-Z]+ \/v1\/\S+( · \d+)?( · [A-Z_]+)?/g;

const messages = Object.values(readExtensionTexts(root).bundle)
  .filter((text) => extractWords(text.replace(/\{\d+\}/g, ' ')).some((word) => !formatWords.test(word)))
  .map((text) => {
    const parts = text.split(/\{\d+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return { text, pattern: new RegExp(`^${parts.join('.*?')}$`, 's') };
  });

/**
 * Returns the English texts in a window with the pseudo language, except texts of the service. Includes the
 * page, the open prompt, and messages. Each text has the reason why it's English.
 */
export async function findUntranslatedTexts(
  { webview, dialogs }: PageWindow,
  recorder: ResponseRecorder,
): Promise<readonly string[]> {
  const visibleTexts = [
    ...(await webview.locator('body').evaluate(readVisibleTexts, serviceContent)),
    ...dialogTexts(dialogs),
  ];
  const words = recorder.words();
  const texts = recorder.texts();
  return [...new Set(visibleTexts)].flatMap((text) => {
    if (texts.has(text)) return [];
    const message = messages.find(({ pattern }) => pattern.test(text));
    if (message) return [`${text} (the message ${message.text})`];
    const own = extractWords(text.replace(externalNames, ' ')).filter(
      (word) => !words.has(word) && !formatWords.test(word),
    );
    return own.length === 0 ? [] : [`${text} (${own.join(', ')})`];
  });
}

function dialogTexts({ quickInputs, messages }: FakeDialogs): readonly string[] {
  const tips = (buttons: readonly { readonly tooltip?: string }[] = []) =>
    buttons.map(({ tooltip = '' }) => tooltip);
  return [
    ...quickInputs.flatMap(({ title, placeholder, prompt, validation, items, buttons }) => [
      ...[title, placeholder, prompt, validation, ...tips(buttons)],
      ...items.flatMap((item) => [
        ...[item.label, item.description ?? '', item.detail ?? ''],
        ...tips(item.buttons),
      ]),
    ]),
    ...messages.flatMap(({ text, detail, buttons }) => [text, detail, ...buttons]),
  ].filter((text) => text !== '');
}

/** Returns all visible texts and those for screen readers. Runs in the page. */
function readVisibleTexts(body: Element, others: string): string[] {
  const attributes = ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt'];
  const texts: string[] = [document.title];
  for (const element of [body, ...body.querySelectorAll('*')]) {
    if (/^(SCRIPT|STYLE)$/.test(element.tagName) || element.matches(others)) continue;
    for (const name of attributes) texts.push(element.getAttribute(name) ?? '');
    for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data);
  }
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
