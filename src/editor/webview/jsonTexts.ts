import * as l10n from '@vscode/l10n';

/** Returns the texts of JSON that users can fold. */
export function createJsonTexts() {
  return {
    properties: l10n.t('{0} properties'),
    oneProperty: l10n.t('1 property'),
    items: l10n.t('{0} items'),
    oneItem: l10n.t('1 item'),
    showMore: l10n.t('Show {0} More'),
    showAll: l10n.t('Show All'),
  };
}
export type JsonTexts = ReturnType<typeof createJsonTexts>;
