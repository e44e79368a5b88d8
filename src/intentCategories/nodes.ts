import * as vscode from 'vscode';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText, truncateText } from '../domain/plainText.ts';
import { formatDateWithAge } from '../editor/dateWithAge.ts';
import type { EnvironmentRow, Node } from '../explorer/node.ts';
import { CategoryColorId } from '../ids.ts';
import { countLinkedIntents, type StoredCategory } from './categoryStore.ts';
import { colorText, isCategoryColor } from './colors.ts';
import { intentCountText } from './texts.ts';

export interface CategoriesNode extends Node, EnvironmentRef {
  readonly kind: 'intentCategories';
}

interface CategoryNode extends Node, EnvironmentRef {
  readonly kind: 'intentCategory';
  readonly categoryId: string;
}

const maxNameLength = 100;

export function createCategoriesNode(environment: EnvironmentRow): CategoriesNode {
  return {
    kind: 'intentCategories',
    id: `${environment.id}/intentCategories`,
    ...toEnvironmentRef(environment),
    label: vscode.l10n.t('Intent categories'),
    icon: { id: 'tag' },
    isExpanded: true,
    tooltip: [
      vscode.l10n.t(
        "Categories for the intents of people who use {0}'s server.",
        toPlainText(environment.environmentName),
      ),
      shownCategoriesText(),
    ].join(' '),
    accessibilityLabel: vscode.l10n.t('Intent categories of {0}', environment.environmentName),
  };
}

function shownCategoriesText(): string {
  return vscode.l10n.t(
    "The service can't list intent categories, so only the categories created or added in this editor are shown.",
  );
}

/** Adds the number of categories to the group. */
export function decorateCategoriesNode(
  group: CategoriesNode,
  categories: readonly StoredCategory[],
): CategoriesNode {
  if (categories.length === 0) return group;
  const description = String(categories.length);
  return {
    ...group,
    description,
    context: 'filled',
    accessibilityLabel: vscode.l10n.t('{0}, {1}', group.accessibilityLabel ?? group.label, description),
  };
}

/** Creates the rows of the group, sorted by name. */
export function createCategoryNodes(
  group: CategoriesNode,
  categories: readonly StoredCategory[],
): readonly Node[] {
  const { language } = vscode.env;
  return categories
    .map((one) => createCategoryNode(group, one))
    .sort((a, b) => a.label.localeCompare(b.label, language) || (a.id < b.id ? -1 : 1));
}

function createCategoryNode(group: CategoriesNode, category: StoredCategory): CategoryNode {
  const { id, name, color, createdAt } = category;
  const label = truncateText(name, maxNameLength) || vscode.l10n.t('(no name)');
  const shownColor = color === undefined ? undefined : truncateText(colorText(color), maxNameLength);
  const shownColorText = shownColor ?? vscode.l10n.t('unknown color');
  const linkedCount = countLinkedIntents(category);
  const linkedText =
    linkedCount === 0
      ? vscode.l10n.t('no intents linked in this editor')
      : vscode.l10n.t('{0} linked in this editor', intentCountText(linkedCount));
  return {
    kind: 'intentCategory',
    id: `${group.id}/${encodeURIComponent(id)}`,
    ...toEnvironmentRef(group),
    categoryId: id,
    label,
    // The name of the color is for people who can't distinguish colors.
    description:
      linkedCount === 0
        ? shownColorText
        : vscode.l10n.t('{0} · {1}', shownColorText, intentCountText(linkedCount)),
    icon: isCategoryColor(color)
      ? { id: 'circle-filled', color: CategoryColorId[color] }
      : { id: 'circle-outline' },
    tooltip: [
      toPlainText(name),
      vscode.l10n.t('Color: {0}', shownColor ?? vscode.l10n.t('unknown')),
      linkedCount === 0
        ? vscode.l10n.t('No intents were linked in this editor')
        : vscode.l10n.t('Intents linked in this editor: {0}', linkedCount.toLocaleString('en')),
      createdAt === undefined
        ? vscode.l10n.t('Added by ID')
        : vscode.l10n.t('Created: {0}', formatDateWithAge(createdAt)),
      vscode.l10n.t('ID: {0}', toPlainText(id)),
    ].join('\n'),
    accessibilityLabel: vscode.l10n.t('{0}, intent category, {1}, {2}', label, shownColorText, linkedText),
  };
}
