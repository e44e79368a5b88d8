import * as vscode from 'vscode';
import type { FeatureContext } from '../../../context.ts';
import { toChatRecord } from '../../../domain/environment.ts';
import { UserError } from '../../../editor/userError.ts';
import type { TestFailure } from '../testOutcome.ts';
import { getTestTargetTitle } from './targets.ts';
import type { RunnableTest } from './testTree.ts';

/** The last failures of tests. The texts of a failure contain no secrets that the test has sent. */
export interface FailedTests {
  /** Stores the failures of a test. If there are none, removes the previous ones. */
  set(test: RunnableTest, failures: readonly Omit<TestFailure, 'path'>[]): void;
  /**
   * Opens the chat with a question about the failed tests at or below an item. The argument is the item, or an object
   * with it as `test`. Returns the text.
   */
  explain(argument: unknown): Promise<string>;
}

export function createFailedTests({ services }: Pick<FeatureContext, 'services'>): FailedTests {
  const records = new WeakMap<vscode.TestItem, object>();
  const collect = (item: vscode.TestItem): readonly object[] => {
    const record = records.get(item);
    return [...(record ? [record] : []), ...[...item.children].flatMap(([, child]) => collect(child))];
  };
  return {
    set(test, failures) {
      if (failures.length > 0) records.set(test.item, createRecord(test, failures));
      else records.delete(test.item);
    },
    async explain(argument) {
      const item = readTestItem(argument);
      const failed = item ? collect(item) : [];
      if (failed.length === 0) {
        throw new UserError(
          vscode.l10n.t(
            "This window has no failure of this test. If the test hasn't run in this window yet, run it first.",
          ),
          { isPermanent: true, isInformational: true },
        );
      }
      return services.explainWithChat({
        question: vscode.l10n.t(
          'Why do these tests of an MCP server fail? Is the cause the server or the test, and how can I fix it?',
        ),
        records: failed,
      });
    },
  };
}

function createRecord(
  { test, target, fileNode }: RunnableTest,
  failures: readonly Omit<TestFailure, 'path'>[],
): object {
  return {
    file: vscode.workspace.asRelativePath(fileNode.uri),
    // A title alone doesn't identify an environment.
    ...('environment' in target ? toChatRecord(target.environment) : { target: getTestTargetTitle(target) }),
    ...(test && { test: test.test }),
    failures: failures.map(({ message, expected, actual }) => ({ message, expected, actual })),
  };
}

/** Returns the item from the argument of a menu of the Testing view. */
function readTestItem(argument: unknown): vscode.TestItem | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const item: unknown = 'children' in argument ? argument : Reflect.get(argument, 'test');
  return typeof item === 'object' && item !== null && 'children' in item
    ? (item as vscode.TestItem)
    : undefined;
}
