import * as vscode from 'vscode';
import { toPlainText } from '../../../domain/plainText.ts';
import { decodePointer } from '../../schema/pointer.ts';
import { readTestFile, type TestFileIssue, type TestFileResult } from '../readTestFile.ts';
import type { McpTest } from '../testFile.ts';
import { createRangeLookup } from './rangeLookup.ts';
import { getTestTargetKey, getTestTargetTitle, type TestTarget } from './targets.ts';

type ValidTestFile = Extract<TestFileResult, { readonly ok: true }>;

/** A test file as it was last read, with its item in the Testing view. */
export interface TestFileNode {
  readonly uri: vscode.Uri;
  readonly item: vscode.TestItem;
  /** Absent if the file is invalid. */
  readonly file?: ValidTestFile['file'];
  /** Returns the position of the value at a JSON Pointer. */
  readonly findPosition: (pointer: string) => vscode.Position;
}

/** A test item that can have an outcome: a test on a target. */
export interface RunnableTest {
  readonly item: vscode.TestItem;
  readonly fileNode: TestFileNode;
  /** Absent for the item of an invalid file. */
  readonly test?: { readonly index: number; readonly test: McpTest };
  readonly target: TestTarget;
}

/** The test items of files and tests. With several targets, each test has an item for each target. */
interface TestTree {
  /** Reads a file into the tree. `text` is `undefined` if the file was deleted. */
  update(uri: vscode.Uri, text: string | undefined): void;
  /** Sets the targets. With one target, its outcome is shown on the test itself. */
  setTargets(targets: readonly TestTarget[]): void;
  /** Returns the parent test of an item for a target. Returns any other item unchanged. */
  toTestItem(item: vscode.TestItem): vscode.TestItem;
  /** Returns the tests of a run request, with an entry for each target. */
  listRunnableTests(request: Pick<vscode.TestRunRequest, 'include' | 'exclude'>): readonly RunnableTest[];
}

export function createTestTree(controller: vscode.TestController): TestTree {
  const files = new Map<string, TestFileNode>();
  const targetsByItem = new WeakMap<vscode.TestItem, TestTarget>();
  let targets: readonly TestTarget[] = [];

  function update(uri: vscode.Uri, text: string | undefined): void {
    const key = uri.toString();
    if (text === undefined) {
      controller.items.delete(key);
      files.delete(key);
      return;
    }
    const item = files.get(key)?.item ?? controller.createTestItem(key, relativePath(uri), uri);
    const result = readTestFile(text);
    const toRange = createRangeLookup(text);
    if (result.ok) {
      item.error = undefined;
      item.children.replace(
        result.file.tests.map((test, index) => {
          const testItem =
            item.children.get(test.name) ?? controller.createTestItem(test.name, toPlainText(test.name), uri);
          // Sorts tests by their order in the file.
          testItem.sortText = String(index).padStart(6, '0');
          testItem.range = toRange(result.locate(['tests', index]));
          addTargets(testItem);
          return testItem;
        }),
      );
    } else {
      // Previous tests stay visible while the user types invalid JSON.
      item.error = formatFileIssues(result.issues, toRange);
    }
    files.set(key, {
      uri,
      item,
      ...(result.ok && { file: result.file }),
      findPosition: (pointer) => {
        const { start } = result.ok ? result.locate(decodePointer(pointer)) : { start: 0 };
        return toRange({ start, end: start }).start;
      },
    });
    if (controller.items.get(key) === undefined) controller.items.add(item);
  }

  function addTargets(test: vscode.TestItem): void {
    const displayedTargets = targets.length > 1 ? targets : [];
    const keys = displayedTargets.map(getTestTargetKey);
    // Replacing an item would delete its outcome.
    const isSame = test.children.size === keys.length && keys.every((key) => test.children.get(key));
    if (isSame) return;
    test.children.replace(
      displayedTargets.map((target, index) => {
        const key = getTestTargetKey(target);
        const item =
          test.children.get(key) ?? controller.createTestItem(key, getTestTargetTitle(target), test.uri);
        item.sortText = String(index).padStart(6, '0');
        targetsByItem.set(item, target);
        return item;
      }),
    );
  }

  function toRunnableTest(item: vscode.TestItem): readonly RunnableTest[] {
    const target = targetsByItem.get(item) ?? targets[0];
    const test = targetsByItem.has(item) ? item.parent : item;
    const fileNode = files.get((test?.parent ?? item).id);
    if (!target || !fileNode || !test) return [];
    if (test === fileNode.item) return fileNode.file ? [] : [{ item, fileNode, target }];
    const index = fileNode.file?.tests.findIndex(({ name }) => name === test.id) ?? -1;
    const foundTest = fileNode.file?.tests[index];
    return [{ item, fileNode, target, ...(foundTest && { test: { index, test: foundTest } }) }];
  }

  return {
    update,
    setTargets(newTargets) {
      targets = newTargets;
      for (const { item } of files.values()) for (const [, test] of item.children) addTargets(test);
    },
    toTestItem: (item) => (targetsByItem.has(item) ? (item.parent ?? item) : item),
    listRunnableTests({ include, exclude = [] }) {
      const items = include ?? [...files.values()].map(({ item }) => item);
      const leaves = items.flatMap((item) => collectLeaves(item, new Set(exclude)));
      return [...new Set(leaves)].flatMap(toRunnableTest);
    },
  };
}

/** Returns the items without children at or below an item, except excluded ones. */
function collectLeaves(
  item: vscode.TestItem,
  excluded: ReadonlySet<vscode.TestItem>,
): readonly vscode.TestItem[] {
  if (excluded.has(item)) return [];
  if (item.children.size === 0) return [item];
  return sortedChildren(item).flatMap((child) => collectLeaves(child, excluded));
}

const formatFileIssues = (
  issues: readonly TestFileIssue[],
  toRange: ReturnType<typeof createRangeLookup>,
): string =>
  issues.map(({ start, end, text }) => formatIssueLine(toRange({ start, end }).start.line, text)).join('\n');

const sortedChildren = ({ children }: vscode.TestItem): readonly vscode.TestItem[] =>
  [...children]
    .map(([, item]) => item)
    .sort((one, other) => ((one.sortText ?? '') < (other.sortText ?? '') ? -1 : 1));

const relativePath = (uri: vscode.Uri): string => toPlainText(vscode.workspace.asRelativePath(uri));

const formatIssueLine = (line: number, issue: string): string =>
  vscode.l10n.t('Line {0}: {1}', line + 1, issue);
