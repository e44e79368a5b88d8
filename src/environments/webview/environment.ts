import { element, iconElement } from '../../editor/webview/dom.ts';
import type { PageDeployment, PageEnvironment, PageState } from '../page/protocol.ts';
import {
  actionButton,
  actionsElement,
  copied,
  factsElement,
  type Kit,
  said,
  statusElement,
  timeElement,
  words,
} from './parts.ts';

export function environmentChildren(
  { environmentId, projectId, url, domains, branch, createdAt }: PageEnvironment,
  kit: Kit,
): readonly HTMLElement[] {
  const { strings } = kit;
  const copy = (value: string, action: 'copyServerUrl' | 'copyEnvironmentId' | 'copyProjectId') =>
    copied(kit, words(value, 'code'), action, 'environment');
  return [
    factsElement([
      [strings.url, url === undefined ? strings.none : copy(url, 'copyServerUrl')],
      [strings.domains, domains.length === 0 ? strings.none : domainsElement(domains)],
      [strings.branch, branch ?? strings.none],
      [strings.created, timeElement(createdAt)],
      [strings.environmentId, copy(environmentId, 'copyEnvironmentId')],
      [strings.projectId, projectId === undefined ? undefined : copy(projectId, 'copyProjectId')],
    ]),
  ];
}

function domainsElement(domains: PageEnvironment['domains']): HTMLElement {
  return element(
    'ul',
    'plain',
    {},
    ...domains.map(({ name, state, isFailed }) =>
      element(
        'li',
        '',
        {},
        words(name),
        ...(state === undefined
          ? []
          : [
              ' · ',
              element(
                'span',
                isFailed ? 'failed' : 'quiet',
                {},
                ...(isFailed ? [iconElement('error'), ' '] : []),
                words(state),
              ),
            ]),
      ),
    ),
  );
}

export function deploymentChildren(
  { tone, headline, shown }: PageDeployment,
  kit: Kit,
): readonly HTMLElement[] {
  const { strings } = kit;
  if (!shown) return [element('p', 'quiet', {}, headline)];
  const { id, subject, commit, author, branch, startedAt, completedAt, took, hasPage } = shown;
  return [
    statusElement(tone, headline),
    words(subject, 'p', 'subject'),
    factsElement([
      [
        strings.commit,
        commit === undefined ? undefined : copied(kit, words(commit, 'code'), 'copyCommitId', 'deployment'),
      ],
      [strings.branch, said(branch)],
      [strings.author, said(author)],
      [strings.started, timeElement(startedAt)],
      [strings.completed, timeElement(completedAt)],
      [strings.took, said(took)],
      [strings.deploymentId, copied(kit, words(id, 'code'), 'copyDeploymentId', 'deployment')],
    ]),
    actionsElement(
      actionButton(kit, 'openDeploymentLogs', 'deployment'),
      ...(hasPage ? [actionButton(kit, 'openDeploymentPage', 'deployment')] : []),
    ),
  ];
}

/** Keys only: values are in the document of the variables. */
export function variablesChildren(
  { changed, actions }: Pick<PageState, 'changed' | 'actions'>,
  kit: Kit,
): readonly HTMLElement[] {
  const { strings } = kit;
  const edit = actionButton(kit, 'editVariables', 'variables');
  if (!changed) return [element('p', 'quiet', {}, strings.unchanged), actionsElement(edit)];
  return [
    element('p', 'warned', {}, iconElement('warning'), element('span', '', {}, strings.redeploy)),
    ...(changed.keys.length === 0
      ? [element('p', '', {}, strings.changedUnknown)]
      : [element('ul', 'keys', {}, ...changed.keys.map((key) => element('li', '', {}, words(key, 'code'))))]),
    factsElement([[strings.changedOn, timeElement(changed.at)]]),
    actionsElement(
      ...(actions.includes('deploy') ? [actionButton(kit, 'deploy', 'variables')] : []),
      edit,
      actionButton(kit, 'dismissRedeploy', 'variables'),
    ),
  ];
}
