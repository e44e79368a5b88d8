import * as vscode from 'vscode';
import type { BaseUrlRule } from '../api/baseUrl.ts';

/** Describes the rule that a base URL violates. */
export function describeBaseUrlRule(rule: BaseUrlRule): string {
  switch (rule) {
    case 'empty':
      return vscode.l10n.t('Select a service first.');
    case 'notUrl':
      return vscode.l10n.t('The base URL must be a valid URL, such as https://api.example.com.');
    case 'scheme':
      return vscode.l10n.t('The base URL must begin with https://.');
    case 'insecure':
      return vscode.l10n.t(
        'The base URL must use HTTPS because credentials sent over HTTP could be read in transit. HTTP is allowed only for this machine (localhost).',
      );
    case 'credentials':
      return vscode.l10n.t("The base URL can't contain a user name or password.");
    case 'query':
    case 'fragment':
      return vscode.l10n.t("The base URL can't contain a query (?) or a fragment (#).");
  }
}
