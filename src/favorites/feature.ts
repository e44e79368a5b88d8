import * as vscode from 'vscode';
import type { Feature, FeatureContext } from '../context.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import { showInformation } from '../editor/message.ts';
import { pickOne } from '../editor/pickOne.ts';
import { type Branch, type Node, rootNode } from '../explorer/node.ts';
import { omitUndefined } from '../fields.ts';
import { type Favorite, FavoriteStore } from './store.ts';

/** The parent of all favorites. It contains them, so that the row differs after the favorites have changed. */
type FavoritesNode = Node & { readonly favorites: readonly Favorite[] };

const groupKind = 'favorites';
const deletedProjectKind = 'goneProject';

/** Creates the Favorites feature, which shows selected environments and projects at the top of the tree. */
export function createFavorites({ connection, services, tree, extensionContext }: FeatureContext): Feature {
  const { pickEnvironment, getEnvironmentRow, getProjectRow } = services;
  const store = new FavoriteStore(extensionContext.globalState, () => connection.baseUrl);

  const loadRow = async (favorite: Favorite, signal: AbortSignal): Promise<Node> => {
    if (favorite.kind === 'environment') return getEnvironmentRow(groupKind, favorite, signal);
    return (await getProjectRow(groupKind, favorite.id, signal)) ?? createDeletedProjectNode(favorite);
  };

  const add = async (argument: unknown): Promise<Favorite> => {
    const favorite =
      toFavorite(argument) ??
      toFavorite(await pickEnvironment(argument, vscode.l10n.t('Add to Favorites'), { purpose: 'read' }));
    if (!favorite) throw new vscode.CancellationError();
    await store.add(favorite);
    tree.refreshRoot();
    return favorite;
  };

  const remove = async (argument: unknown): Promise<Favorite | undefined> => {
    const argumentFavorite = toFavorite(argument);
    const favorite = argumentFavorite ?? (await pickFavorite(store.list()));
    if (!favorite) return undefined;
    await store.remove(favorite.kind, favorite.id);
    tree.refreshRoot();
    return favorite;
  };

  return {
    branches: [
      {
        parentKind: rootNode.kind,
        getChildren: () => {
          const favorites =
            connection.baseUrl === undefined
              ? []
              : store.list().filter(({ id }) => services.matchesFilter(id));
          return favorites.length === 0 ? [] : [createFavoritesNode(favorites)];
        },
      },
      {
        parentKind: groupKind,
        getChildren: ({ favorites }: FavoritesNode, signal) =>
          Promise.all(favorites.map((favorite) => loadRow(favorite, signal))),
      } satisfies Branch<FavoritesNode> as Branch,
    ],
    commands: { 'hostedMcp.addFavorite': add, 'hostedMcp.removeFavorite': remove },
    onDidDeleteEnvironment: ({ baseUrl, environmentId }) =>
      store.remove('environment', environmentId, baseUrl),
    onDidDeleteProject: ({ baseUrl, projectId }) => store.remove('project', projectId, baseUrl),
    decorate: (row) => {
      const favorite = toFavorite(row);
      if (!favorite || !store.has(favorite.kind, favorite.id)) return row;
      return { ...row, context: [row.context, 'favorite'].filter(Boolean).join(' ') };
    },
  };
}

/** Reads a favorite from a row of the tree, a selected environment, or the argument of a command. */
function toFavorite(argument: unknown): Favorite | undefined {
  const kind = getStringArgument(argument, 'kind');
  const environmentId = getStringArgument(argument, 'environmentId');
  const projectId = getStringArgument(argument, 'projectId');
  const projectName = getStringArgument(argument, 'projectName');
  if (environmentId !== undefined && (kind === undefined || kind === 'environment')) {
    const name = getStringArgument(argument, 'environmentName') ?? environmentId;
    const isProduction = getBooleanArgument(argument, 'isProduction');
    return {
      kind: 'environment',
      id: environmentId,
      name,
      ...omitUndefined({ projectId, projectName, isProduction }),
    };
  }
  if (projectId === undefined || (kind !== undefined && kind !== 'project' && kind !== deletedProjectKind)) {
    return undefined;
  }
  return { kind: 'project', id: projectId, name: projectName ?? projectId };
}

function createFavoritesNode(favorites: readonly Favorite[]): FavoritesNode {
  return {
    kind: groupKind,
    id: groupKind,
    label: vscode.l10n.t('Favorites'),
    icon: { id: 'star-full' },
    isExpanded: true,
    favorites,
  };
}

/** Returns the row of a project that no longer exists. */
function createDeletedProjectNode(favorite: Favorite): Node & { readonly projectId: string } {
  return {
    kind: deletedProjectKind,
    id: `${groupKind}/gone/${encodeURIComponent(favorite.id)}`,
    label: favorite.name,
    description: vscode.l10n.t('no longer exists'),
    icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    accessibilityLabel: vscode.l10n.t('{0}, no longer exists', favorite.name),
    context: 'favorite',
    projectId: favorite.id,
  };
}

async function pickFavorite(favorites: readonly Favorite[]): Promise<Favorite | undefined> {
  if (favorites.length === 0) {
    void showInformation(vscode.l10n.t('There are no favorites for this service.'));
    return undefined;
  }
  const items = favorites.map((favorite) => ({
    label: favorite.name,
    description: favorite.projectName ?? '',
    favorite,
  }));
  return (await pickOne(items, { title: vscode.l10n.t('Remove from Favorites') })).favorite;
}
