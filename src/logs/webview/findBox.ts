import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type Part, toolButton } from '../../editor/webview/parts.ts';
import { divided, type TextQuery } from '../filter.ts';
import { type FrameActions, type FrameView, isDeployment } from './frameView.ts';

/** The box for a text: what it finds is shown alone, or highlighted among the rest. */
export function findBox(view: FrameView, actions: FrameActions): TemplateResult {
  const { filter, strings, find } = view;
  const query = filter.find;
  const set = (change: Partial<TextQuery>) => actions.setFilter({ ...filter, find: { ...query, ...change } });
  const onInput = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) set({ text: event.target.value });
  };
  const option = (id: string, label: string, isOn: boolean, run: () => void) =>
    toolButton(label, id, run, { isOn });
  const onService = toolButton(strings.searchServiceHint, 'cloud', actions.searchService, {
    name: strings.searchService,
    isDisabled: !divided(filter).isAny,
  });
  const hasProblem = find.problem !== undefined;
  return html`<div class="filter box ${hasProblem ? 'invalid' : ''}">
    ${option('filter', strings.onlyHits, !filter.isHighlighting, () =>
      actions.setFilter({ ...filter, isHighlighting: !filter.isHighlighting }),
    )}
    <input
      type="text"
      spellcheck="false"
      maxlength="10000"
      autocomplete="off"
      .value=${query.text}
      placeholder=${filter.isHighlighting ? strings.find : strings.filter}
      aria-label=${strings.filterHint}
      aria-invalid=${String(hasProblem)}
      title=${strings.filterHint}
      @input=${onInput}
    />
    ${query.text === '' ? nothing : toolButton(strings.clearFilter, 'close', () => set({ text: '' }))}
    ${option('case-sensitive', strings.matchCase, query.isCaseSensitive, () =>
      set({ isCaseSensitive: !query.isCaseSensitive }),
    )}
    ${option('regex', strings.useRegex, query.isRegex, () => set({ isRegex: !query.isRegex }))}
    ${isDeployment(view.state) ? nothing : onService} ${hits(view, actions)}
    ${hasProblem ? html`<div class="invalid-why" role="alert">${find.problem}</div>` : nothing}
  </div>`;
}

/** Where one is among the hits, and the way to the others. */
function hits({ find, strings, number }: FrameView, actions: FrameActions): Part {
  if (find.problem !== undefined) return nothing;
  if (find.isSearching) return icon('loading', 'codicon-modifier-spin');
  if (find.hits === undefined) return nothing;
  const words =
    find.hits === 0
      ? strings.noHits
      : find.nth === undefined
        ? formatText(find.hits === 1 ? strings.oneHit : strings.hits, number(find.hits))
        : formatText(strings.nthHit, number(find.nth), number(find.hits));
  const step = (label: string, id: string, isForward: boolean) =>
    toolButton(label, id, () => actions.find(isForward), { isDisabled: find.hits === 0 });
  return html`<span class="found">
    <span class="hits">${words}</span>${step(strings.previousHit, 'arrow-up', false)}${step(
      strings.nextHit,
      'arrow-down',
      true,
    )}
  </span>`;
}
