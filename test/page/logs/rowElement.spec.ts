import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import fc from 'fast-check';
import { createLogTexts } from '../../../src/logs/pageTexts.ts';
import type { ListItem } from '../../../src/logs/protocol.ts';
import { root } from '../../harness/paths.ts';
import { echoTexts } from '../../kit/echoTexts.ts';
import { expect, test } from '../fixtures.ts';

/** A row and its display state. */
interface Shown {
  readonly item: ListItem;
  readonly mark: string | undefined;
  readonly look: object;
}

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const time = fc.integer({ min: 0, max: 2_000_000_000_000 });
const word = fc.constantFrom('', 'search', 'a\u001b[31mred', '{"a": 1}', 'two\nlines', 'x'.repeat(600));

const common = fc.record(
  { requestId: word, content: word, method: word, durationInMs: fc.nat(100_000), undated: fc.constant(true) },
  { requiredKeys: [] },
);
const kinds = fc.oneof(
  fc.record({ type: fc.constantFrom('ERROR', 'WARN', 'INFO', 'DEBUG', 'START', '') }),
  fc.record({
    type: fc.constant('INFO'),
    gap: fc.record({ from: time, until: time, isLoading: fc.boolean() }),
  }),
  fc.record({
    type: fc.constant('START'),
    head: fc.record(
      {
        entries: fc.nat(9),
        errors: fc.nat(2),
        warnings: fc.nat(2),
        hasEnded: fc.boolean(),
        isOpen: fc.boolean(),
        method: word,
        durationInMs: fc.nat(9000),
        subject: word,
        firstProblem: word,
      },
      { requiredKeys: ['entries', 'errors', 'warnings', 'hasEnded', 'isOpen'] },
    ),
  }),
);
const rows: fc.Arbitrary<Shown> = fc
  .tuple(
    fc.record({ id: fc.nat(99), time, isHit: fc.boolean() }),
    common,
    kinds,
    optional(fc.constantFrom('a', 'e')),
    fc.record({ isExpanded: fc.boolean(), isWhole: fc.boolean() }),
    fc.record({
      isGrouped: fc.boolean(),
      isWrapped: fc.boolean(),
      isUtc: fc.boolean(),
    }),
  )
  .map(([own, all, kind, mark, opened, options]) => ({
    item: { ...own, ...all, ...kind } as ListItem,
    mark,
    look: { ...opened, options },
  }));

/** Opens a page with only the code that creates row elements. */
async function openRowMaker(page: Page): Promise<void> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './logs/webview/rowElement.ts'; export * from './editor/webview/jsonView.ts';`,
      resolveDir: join(root, 'src'),
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'rowMaker',
  });
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
}

interface Compared {
  readonly isSame: boolean;
  readonly reused: string;
  readonly fresh: string;
}

/** Compares an element that has shown all these rows with a new one that shows only the last of them. */
function compare(page: Page, shown: readonly Shown[]): Promise<Compared> {
  return page.evaluate(
    ({ shown, strings }) => {
      const { RowElement, createJsonView } = Reflect.get(globalThis, 'rowMaker');
      const make = () =>
        new RowElement(strings, { getJsonView: () => createJsonView({ texts: strings, label: '' }) });
      const show = (row: { show(...of: unknown[]): void }, { item, mark, look }: (typeof shown)[number]) =>
        row.show(item, { ...look, mark: mark === undefined ? undefined : new RegExp(mark, 'g') });
      const reused = make();
      for (const one of shown) show(reused, one);
      const fresh = make();
      for (const one of shown.slice(-1)) show(fresh, one);
      // Empty text nodes and the order of attributes don't count as differences.
      for (const { root } of [reused, fresh]) root.normalize();
      const isSame = reused.root.isEqualNode(fresh.root);
      return { isSame, reused: reused.root.outerHTML, fresh: fresh.root.outerHTML };
    },
    { shown, strings: echoTexts(createLogTexts()) },
  );
}

test('a reused element shows a row like a new one', async ({ page }) => {
  await openRowMaker(page);
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 2, maxLength: 5 }), async (shown) => {
      const { isSame, reused, fresh } = await compare(page, shown);
      expect(isSame, `${reused}\nwhere a fresh one is\n${fresh}`).toBe(true);
    }),
    { numRuns: 300 },
  );
});
