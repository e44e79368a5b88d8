import * as vscode from 'vscode';
import { toPlainText } from '../../domain/plainText.ts';
import {
  askPickMany,
  askText,
  type Back,
  back,
  type StepFrame,
  type WizardStep,
} from '../../editor/steps.ts';
import type { DraftVariable } from './draft.ts';
import { type EnvFileVariable, type ParseEnv, readEnvFiles } from './folderFacts.ts';
import type { ProjectAnswers } from './wizard.ts';

/**
 * Creates the prompts for the variables in the folder's `.env` files: which to send, which are secret, and missing
 * values. Initially none is selected, and values aren't shown.
 */
export function createVariableSteps(parseEnv: ParseEnv): readonly WizardStep<ProjectAnswers>[] {
  const getVariables = ({ draft }: ProjectAnswers): readonly DraftVariable[] => draft.variables;
  const setVariables = (answers: ProjectAnswers, variables: readonly DraftVariable[]): ProjectAnswers => ({
    ...answers,
    draft: { ...answers.draft, variables },
  });
  const hasFiles = ({ facts }: ProjectAnswers): boolean => facts !== undefined && facts.envFiles.length > 0;
  const isCounted = (answers: ProjectAnswers): boolean =>
    hasFiles(answers) || getVariables(answers).length > 0;
  return [
    {
      shouldAsk: hasFiles,
      async ask(answers, frame) {
        const { facts } = answers;
        const fileVariables = facts ? await readEnvFiles(facts.folder, facts.envFiles, parseEnv) : [];
        const items = fileVariables.map((one) => ({
          label: one.key,
          description: describeEnvFileVariable(one),
          one,
        }));
        const selectedByKey = new Map(getVariables(answers).map((one) => [one.key, one]));
        const picked = await askPickMany(frame, {
          items,
          placeholder: vscode.l10n.t('Select the variables to send with the project, or none'),
          picked: items.filter(({ label }) => selectedByKey.has(label)),
        });
        if (picked === back) return back;
        return setVariables(
          answers,
          picked.map(
            ({ one: { key, isSecret, value } }) =>
              selectedByKey.get(key) ?? { key, isSecret, ...(value !== '' && { value }) },
          ),
        );
      },
    },
    {
      isCounted,
      shouldAsk: (answers) => getVariables(answers).length > 0,
      async ask(answers, frame) {
        const items = getVariables(answers).map(({ key }) => ({ label: key }));
        const picked = await askPickMany(frame, {
          items,
          placeholder: vscode.l10n.t('Select the secret variables. The service never returns their values.'),
          picked: items.filter((_, index) => getVariables(answers)[index]?.isSecret),
        });
        if (picked === back) return back;
        const secretKeys = new Set(picked.map(({ label }) => label));
        return setVariables(
          answers,
          getVariables(answers).map((one) => ({ ...one, isSecret: secretKeys.has(one.key) })),
        );
      },
    },
    {
      isCounted,
      shouldAsk: (answers) => getVariables(answers).some(({ value }) => value === undefined),
      ask: async (answers, frame) => {
        const variables = await askMissingValues(getVariables(answers), frame);
        return variables === back ? back : setVariables(answers, variables);
      },
    },
  ];
}

/** Prompts for each variable without a value. If the user enters nothing, the variable stays without a value. */
async function askMissingValues(
  variables: readonly DraftVariable[],
  frame: StepFrame,
): Promise<readonly DraftVariable[] | Back> {
  const variablesWithoutValue = variables.filter(({ value }) => value === undefined);
  const enteredValues = new Map<string, string>();
  for (let index = 0; index < variablesWithoutValue.length; ) {
    const key = variablesWithoutValue[index]?.key ?? '';
    const value = await askText(
      { ...frame, canGoBack: frame.canGoBack || index > 0 },
      {
        key: `value ${key}`,
        prompt: vscode.l10n.t('Enter the value of {0}. To omit the variable, leave the box empty.', key),
        value: enteredValues.get(key) ?? '',
        password: true,
      },
    );
    if (value !== back) enteredValues.set(key, value);
    else if (index === 0) return back;
    index += value === back ? -1 : 1;
  }
  return variables.map((one) => {
    const value = enteredValues.get(one.key);
    return one.value === undefined && value ? { ...one, value } : one;
  });
}

function describeEnvFileVariable({ value, file }: EnvFileVariable): string {
  const name = toPlainText(file);
  return value === '' ? vscode.l10n.t("{0} (you'll be prompted for a value)", name) : name;
}
