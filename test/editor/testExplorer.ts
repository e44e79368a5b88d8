import * as vscode from 'vscode';
import { FakeLocator, type TextPattern, waitForValue } from '../kit/fakeLocator.ts';

/** A result that a run reported for an item. */
interface TestEvent {
  readonly outcome: 'started' | 'passed' | 'failed' | 'errored' | 'skipped';
  readonly item: string;
  readonly messages: readonly vscode.TestMessage[];
}

interface RecordedRun {
  readonly events: TestEvent[];
  output: string;
  isOver: boolean;
}

const testOutcomes = ['started', 'passed', 'failed', 'errored', 'skipped'] as const;

/**
 * A fake of the Test Explorer, which records the tests and runs of the extension. The editor's own Test
 * Explorer has them, too.
 */
export class TestExplorer {
  readonly controllers: vscode.TestController[] = [];
  readonly profiles: vscode.TestRunProfile[] = [];
  readonly runs: RecordedRun[] = [];

  /** Wraps the editor's function so that it records controllers, profiles, and runs. */
  recordController(
    create: typeof vscode.tests.createTestController,
  ): typeof vscode.tests.createTestController {
    return (...given) => {
      const controller = create(...given);
      const { createTestRun, createRunProfile, dispose } = controller;
      this.controllers.push(controller);
      controller.createTestRun = (...of) => this.#recorded(createTestRun.apply(controller, of));
      controller.createRunProfile = (...of) => {
        const profile = createRunProfile.apply(controller, of);
        this.profiles.push(profile);
        return profile;
      };
      controller.dispose = () => {
        this.controllers.splice(this.controllers.indexOf(controller), 1);
        dispose.call(controller);
      };
      return controller;
    };
  }

  #recorded(run: vscode.TestRun): vscode.TestRun {
    const seen: RecordedRun = { events: [], output: '', isOver: false };
    this.runs.push(seen);
    for (const outcome of testOutcomes) {
      const original: (...given: never[]) => void = run[outcome];
      const record = (item: vscode.TestItem, ...rest: readonly unknown[]): void => {
        const messages = rest.flat().filter((one) => one instanceof vscode.TestMessage);
        seen.events.push({ outcome, item: itemPath(item), messages });
        Reflect.apply(original, run, [item, ...rest]);
      };
      Object.assign(run, { [outcome]: record });
    }
    const { appendOutput, end } = run;
    run.appendOutput = (text, ...rest) => {
      seen.output += text;
      appendOutput.call(run, text, ...rest);
    };
    run.end = () => {
      seen.isOver = true;
      end.call(run);
    };
    return run;
  }

  get #items(): readonly vscode.TestItem[] {
    const all = (items: vscode.TestItemCollection): readonly vscode.TestItem[] =>
      [...items].flatMap(([, item]) => [item, ...all(item.children)]);
    return this.controllers.flatMap(({ items }) => all(items));
  }

  /** Finds an item by its path, such as `calls.mcp-test.json > adds`. */
  item(words: TextPattern): FakeLocator<vscode.TestItem> {
    return new FakeLocator<vscode.TestItem>(
      `the test ${words}`,
      () => this.#items,
      (item) => ({ text: itemPath(item) }),
    ).filter({ hasText: words });
  }

  /** The errors of test files. */
  get errors(): FakeLocator<vscode.TestItem> {
    return new FakeLocator<vscode.TestItem>(
      'the errors of test files',
      () => this.#items.filter(({ error }) => error !== undefined),
      ({ error }) => ({ text: String(error) }),
    );
  }

  /** Runs all tests like the button of the Test Explorer. */
  async runAll(): Promise<void> {
    // The window gets new tests a little later, and runs only those that it has.
    const [id = ''] = this.controllers.map((one) => one.id);
    for (let known: readonly string[] = []; !known.includes(id); ) {
      known = await vscode.commands.executeCommand('vscode.testing.getControllersWithTests');
    }
    await vscode.commands.executeCommand('testing.runAll');
  }

  /** Waits until a run has ended. */
  waitForRun(index: number): Promise<RecordedRun> {
    return waitForValue(
      () => (this.runs[index]?.isOver ? this.runs[index] : undefined),
      () => `Run ${index} isn't over: ${JSON.stringify(this.runs[index]?.events)}`,
    );
  }
}

function itemPath(item: vscode.TestItem): string {
  return item.parent ? `${itemPath(item.parent)} > ${item.label}` : item.label;
}

/**
 * Returns the outcomes of a run, such as `failed: calls.mcp-test.json > adds`, without those of started
 * tests.
 */
export const listOutcomes = ({ events }: Pick<RecordedRun, 'events'>): readonly string[] =>
  events.filter(({ outcome }) => outcome !== 'started').map(({ outcome, item }) => `${outcome}: ${item}`);
