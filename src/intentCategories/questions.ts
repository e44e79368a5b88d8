import * as vscode from 'vscode';
import { type CategoryColor, categoryColors } from '../api/insights.ts';
import {
  askPickOne,
  type Back,
  back,
  createTextStep,
  type StepFrame,
  type WizardStep,
} from '../editor/steps.ts';
import { colorShades, colorText, createColorImage } from './colors.ts';

/** Returns the rule that a name breaks, or `undefined`. */
export function validateCategoryName(name: string): string | undefined {
  const { length } = [...name.trim()];
  if (length === 0) return vscode.l10n.t('Enter a name of 1 to 100 characters.');
  return length > 100
    ? vscode.l10n.t('The name has {0} characters. The service accepts up to 100.', length)
    : undefined;
}

/** The answers for a category. */
export interface CategoryAnswers {
  readonly name: string;
  /** Absent if no color was selected. */
  readonly color?: CategoryColor;
}

/** A name that the service rejected, with the error to show when the question is asked again. */
export interface RejectedName {
  readonly name: string;
  readonly message: string;
  /** Whether the service would reject the name again. */
  readonly isFinal: boolean;
}

interface NameQuestion {
  readonly prompt: string;
  readonly rejected?: RejectedName | undefined;
  /** Returns a hint about a name, for example that it's already in use. */
  readonly hint?: (name: string) => string | undefined;
}

export function createNameStep<A extends CategoryAnswers>({
  prompt,
  rejected,
  hint,
}: NameQuestion): WizardStep<A> {
  const validate = (input: string): string | vscode.InputBoxValidationMessage | undefined => {
    const { Warning, Info } = vscode.InputBoxValidationSeverity;
    const issue = validateCategoryName(input);
    if (issue !== undefined) return issue;
    const isSame = rejected !== undefined && input.trim() === rejected.name;
    if (isSame && rejected.isFinal) return rejected.message;
    if (isSame) return { message: rejected.message, severity: Warning };
    const hintText = hint?.(input.trim());
    return hintText === undefined ? undefined : { message: hintText, severity: Info };
  };
  return createTextStep<A>('name', () => ({ prompt, validate }));
}

type ColorItem = vscode.QuickPickItem & { readonly color?: CategoryColor };

/** Creates the step that asks for a color. `noColorItem`: the first item, which selects no color. */
export function createColorStep<A extends CategoryAnswers>(
  placeholder: string,
  noColorItem: { readonly label: string; readonly description: string },
): WizardStep<A> {
  const ask = async (answers: A, frame: StepFrame): Promise<A | Back> => {
    const items = createColorItems(noColorItem);
    const active = items.find(({ color }) => color === answers.color);
    const picked = await askPickOne(frame, { items, placeholder, active });
    if (picked === back) return back;
    const { color: _, ...rest } = answers;
    return { ...rest, ...(picked.color && { color: picked.color }) } as A;
  };
  return { ask };
}

function createColorItems(noColorItem: {
  readonly label: string;
  readonly description: string;
}): readonly ColorItem[] {
  const createImage = (color: CategoryColor | undefined, kind: 'dark' | 'light'): vscode.Uri =>
    vscode.Uri.parse(createColorImage(color && colorShades[color][kind], colorShades.gray[kind]), true);
  const iconPath = (color?: CategoryColor) => ({
    dark: createImage(color, 'dark'),
    light: createImage(color, 'light'),
  });
  return [
    { ...noColorItem, iconPath: iconPath() },
    ...categoryColors.map((color) => {
      const word = colorText(color);
      return { label: word.charAt(0).toLocaleUpperCase() + word.slice(1), iconPath: iconPath(color), color };
    }),
  ];
}
