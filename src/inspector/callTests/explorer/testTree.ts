import * as vscode from 'vscode';
import { plainText } from '../../../domain/plainText.ts';
import { decodePointer } from '../../schema/pointer.ts';
import { readTestFile, type TestFileResult } from '../readTestFile.ts';
import type { McpTest } from '../testFile.ts';
import { createRangeLookup } from './rangeLookup.ts';
import { type TestTarget, testTargetKey, testTargetTitle } from './targets.ts';

type ValidTestFile = Extract<TestFileResult, { readonly ok: true }>;

/** A file as it was read last. */
export interface TestFileNode {
  readonly uri: vscode.Uri;
  readonly item: vscode.TestItem;
  /** Absent: it can't be run as it stands. */
  readonly file?: ValidTestFile['file'];
  /** Where a JSON Pointer leads. */
  readonly findPosition: (pointer: string) => vscode.Position;
}

/** What is run and has an outcome: a test at a target. */
export interface RunnableTest {
  readonly item: vscode.TestItem;
  readonly fileNode: TestFileNode;
  /** Absent: the whole file, which can't be read. */
  readonly test?: { readonly index: number; readonly test: McpTest };
  readonly target: TestTarget;
}

/** The files, their tests, and, where there are several, the targets of each test. */
interface TestTree {
  /** `text`: absent for a file that is gone. */
  update(uri: vscode.Uri, text: string | undefined): void;
  /** With one, a test has its outcome itself. */
  setTargets(targets: readonly TestTarget[]): void;
  /** The test of an item that stands for one of its targets; else the item. */
  toTestItem(item: vscode.TestItem): vscode.TestItem;
  runnableTests(request: Pick<vscode.TestRunRequest, 'include' | 'exclude'>): readonly RunnableTest[];
}

export function createTestTree(controller: vscode.TestController): TestTree {
  const files = new Map<string, TestFileNode>();
  const targetOf = new WeakMap<vscode.TestItem, TestTarget>();
  let targets: readonly TestTarget[] = [];

  function put(uri: vscode.Uri, text: string | undefined): void {
    const key = uri.toString();
    if (text === undefined) {
      controller.items.delete(key);
      files.delete(key);
      return;
    }
    const item = files.get(key)?.item ?? controller.createTestItem(key, relativePath(uri), uri);
    const read = readTestFile(text);
    const rangeOf = createRangeLookup(text);
    if (read.ok) {
      item.error = undefined;
      item.children.replace(
        read.file.tests.map((test, index) => {
          const one =
            item.children.get(test.name) ?? controller.createTestItem(test.name, plainText(test.name), uri);
          // In the order of the file.
          one.sortText = String(index).padStart(6, '0');
          one.range = rangeOf(read.placeOf(['tests', index]));
          addTargets(one);
          return one;
        }),
      );
    } else {
      // What was there before stays in sight while one types.
      item.error = read.issues
        .map(({ start, end, text: words }) => formatIssueLine(rangeOf({ start, end }).start.line, words))
        .join('\n');
    }
    files.set(key, {
      uri,
      item,
      ...(read.ok && { file: read.file }),
      findPosition: (pointer) => {
        const { start } = read.ok ? read.placeOf(decodePointer(pointer)) : { start: 0 };
        return rangeOf({ start, end: start }).start;
      },
    });
    if (controller.items.get(key) === undefined) controller.items.add(item);
  }

  function addTargets(test: vscode.TestItem): void {
    const shown = targets.length > 1 ? targets : [];
    const keys = shown.map(testTargetKey);
    // An outcome stays with its item.
    const isSame = test.children.size === keys.length && keys.every((key) => test.children.get(key));
    if (isSame) return;
    test.children.replace(
      shown.map((target, index) => {
        const key = testTargetKey(target);
        const item =
          test.children.get(key) ?? controller.createTestItem(key, testTargetTitle(target), test.uri);
        item.sortText = String(index).padStart(6, '0');
        targetOf.set(item, target);
        return item;
      }),
    );
  }

  function toRunnableTest(item: vscode.TestItem): readonly RunnableTest[] {
    const target = targetOf.get(item) ?? targets[0];
    const test = targetOf.has(item) ? item.parent : item;
    const fileNode = files.get((test?.parent ?? item).id);
    if (!target || !fileNode || !test) return [];
    if (test === fileNode.item) return fileNode.file ? [] : [{ item, fileNode, target }];
    const index = fileNode.file?.tests.findIndex(({ name }) => name === test.id) ?? -1;
    const found = fileNode.file?.tests[index];
    return [{ item, fileNode, target, ...(found && { test: { index, test: found } }) }];
  }

  return {
    update: put,
    setTargets(chosen) {
      targets = chosen;
      for (const { item } of files.values()) for (const [, test] of item.children) addTargets(test);
    },
    toTestItem: (item) => (targetOf.has(item) ? (item.parent ?? item) : item),
    runnableTests({ include, exclude = [] }) {
      const excluded = new Set(exclude);
      const visit = (item: vscode.TestItem): readonly vscode.TestItem[] => {
        if (excluded.has(item)) return [];
        return item.children.size === 0 ? [item] : sortedChildren(item).flatMap(visit);
      };
      const all = (include ?? [...files.values()].map(({ item }) => item)).flatMap(visit);
      return [...new Set(all)].flatMap(toRunnableTest);
    },
  };
}

/** In the order in which they are shown. */
const sortedChildren = ({ children }: vscode.TestItem): readonly vscode.TestItem[] =>
  [...children]
    .map(([, item]) => item)
    .sort((one, other) => ((one.sortText ?? '') < (other.sortText ?? '') ? -1 : 1));

const relativePath = (uri: vscode.Uri): string => plainText(vscode.workspace.asRelativePath(uri));

const formatIssueLine = (line: number, words: string): string =>
  vscode.l10n.t('Line {0}: {1}', line + 1, words);
