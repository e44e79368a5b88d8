import * as l10n from '@vscode/l10n';

/** Returns the text for the status of a domain. An unknown status is returned unchanged. */
export function domainStatusText(status: string): string {
  switch (status) {
    case 'ongoing':
      return l10n.t('being set up');
    case 'deployed':
      return l10n.t('deployed');
    case 'failed':
      return l10n.t('failed');
    default:
      return status;
  }
}
