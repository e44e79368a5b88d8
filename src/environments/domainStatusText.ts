import * as l10n from '@vscode/l10n';

/** What the service says of a domain, in words. It may say something newer. */
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
