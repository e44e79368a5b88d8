import * as vscode from 'vscode';
import { toPlainText } from '../../../domain/plainText.ts';
import { toSafeFileName } from '../../../editor/fileName.ts';
import { askPickOne, askText, back, type WizardStep } from '../../../editor/steps.ts';
import { stringifyExact } from '../../schema/exactJson.ts';
import { readTestFile, testFileSuffix } from '../readTestFile.ts';
import type { Expectation } from '../testFile.ts';
import { type CompletedCall, type ExpectationOption, suggestExpectations } from './suggestExpectations.ts';

export interface SaveTestAnswers {
  /** Absent until the user selected or named a file. */
  readonly uri?: vscode.Uri;
  readonly isNew?: boolean;
  readonly name?: string;
  readonly expect?: Expectation;
}

interface FilePickItem extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri;
}

/** Returns the prompts before a call is saved as a test. `files` are the test files of the workspace. */
export function createSaveSteps(
  completedCall: CompletedCall,
  { uri: folder }: vscode.WorkspaceFolder,
  files: readonly vscode.Uri[],
): readonly WizardStep<SaveTestAnswers>[] {
  const { call, result, outputSchema } = completedCall;
  const calledName = call.kind === 'resource' ? call.uri : call.name;
  return [
    {
      shouldAsk: () => files.length > 0,
      determinesTotal: true,
      async ask(answers, frame) {
        const paths = files.map((uri) => ({ uri, label: toPlainText(vscode.workspace.asRelativePath(uri)) }));
        const newFileItem: FilePickItem = {
          label: vscode.l10n.t('New File...'),
          iconPath: new vscode.ThemeIcon('new-file'),
          alwaysShow: true,
        };
        const items = [...paths.toSorted((a, b) => a.label.localeCompare(b.label)), newFileItem];
        const placeholder = vscode.l10n.t('Select a file for the test');
        const picked = await askPickOne<FilePickItem>(frame, { items, placeholder });
        if (picked === back) return back;
        const { uri: _, ...others } = answers;
        return picked.uri ? { ...others, uri: picked.uri, isNew: false } : { ...others, isNew: true };
      },
    },
    {
      shouldAsk: ({ isNew = true }) => isNew,
      async ask(answers, frame) {
        const value = `${toSafeFileName([calledName]) || 'calls'}${testFileSuffix}`;
        const enteredText = await askText(frame, {
          key: 'path',
          value,
          prompt: vscode.l10n.t(
            "Enter a path for the new file, relative to the workspace folder. If the name doesn't end with {0}, the ending is added.",
            testFileSuffix,
          ),
          validate: validatePath,
        });
        return enteredText === back
          ? back
          : { ...answers, uri: vscode.Uri.joinPath(folder, withSuffix(enteredText)) };
      },
    },
    {
      async ask(answers, frame) {
        const usedNames = await readTestNames(answers.uri);
        const enteredText = await askText(frame, {
          key: 'name',
          value: uniqueName(toPlainText(calledName), usedNames),
          prompt: vscode.l10n.t('Enter a name for the test'),
          validate: (name) => validateTestName(name.trim(), usedNames),
        });
        return enteredText === back ? back : { ...answers, name: enteredText.trim() };
      },
    },
    {
      async ask(answers, frame) {
        const items = suggestExpectations(call.kind, result, outputSchema).map((option) => ({
          ...describeExpectation(option),
          expect: option.expect,
        }));
        const placeholder = vscode.l10n.t('Select the expected response');
        const picked = await askPickOne(frame, { items, placeholder });
        return picked === back ? back : { ...answers, expect: picked.expect };
      },
    },
  ];
}

const withSuffix = (path: string): string => {
  const trimmed = path.trim();
  return trimmed.endsWith(testFileSuffix) ? trimmed : `${trimmed.replace(/\.json$/, '')}${testFileSuffix}`;
};

function validatePath(enteredText: string): string | undefined {
  const segments = enteredText.trim().split(/[\\/]/);
  if (
    segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..') &&
    !/^[a-z]:/i.test(enteredText.trim())
  ) {
    return undefined;
  }
  return vscode.l10n.t(
    'Enter a path relative to the workspace folder, such as tests/calls{0}.',
    testFileSuffix,
  );
}

function validateTestName(name: string, usedNames: ReadonlySet<string>): string | undefined {
  if (name === '') return vscode.l10n.t('Enter a name.');
  return usedNames.has(name) ? vscode.l10n.t('The file already has a test with this name.') : undefined;
}

/** Returns the names of the tests in a file. Returns none for an invalid file, to which the test can't be added later. */
async function readTestNames(uri: vscode.Uri | undefined): Promise<ReadonlySet<string>> {
  try {
    if (!uri) return new Set();
    const read = readTestFile((await vscode.workspace.openTextDocument(uri)).getText());
    return new Set(read.ok ? read.file.tests.map(({ name }) => name) : []);
  } catch {
    return new Set();
  }
}

function uniqueName(name: string, usedNames: ReadonlySet<string>): string {
  for (let count = 2, free = name; ; count++) {
    if (!usedNames.has(free)) return free;
    free = `${name} ${count}`;
  }
}

/** Maximum number of characters of a response in a pick item. */
const maxDetailLength = 120;

function describeExpectation({ kind, expect }: ExpectationOption): {
  readonly label: string;
  readonly detail?: string;
} {
  const expectedValue = expect.equals ?? expect.contains;
  const detail = toPlainText(
    typeof expectedValue === 'string' ? expectedValue : (stringifyExact(expectedValue) ?? ''),
  ).slice(0, maxDetailLength);
  switch (kind) {
    case 'schema':
      return { label: vscode.l10n.t('The response matches the output schema') };
    case 'fields':
      return { label: vscode.l10n.t('The response has at least these fields and values'), detail };
    case 'value':
      return { label: vscode.l10n.t('The response exactly matches this value'), detail };
    case 'text':
      return { label: vscode.l10n.t('The response text exactly matches this text'), detail };
    case 'line':
      return { label: vscode.l10n.t('The response text contains this line'), detail };
    case 'status':
      return {
        label: expect.isError
          ? vscode.l10n.t('The tool reports an error')
          : vscode.l10n.t('The call succeeds'),
      };
  }
}
