import * as vscode from 'vscode';
import type { BaseUrlRule } from '../api/baseUrl.ts';

/** The rule that a base URL breaks, in words. */
export function serviceRuleText(rule: BaseUrlRule): string {
  switch (rule) {
    case 'empty':
      return vscode.l10n.t('Choose a service first.');
    case 'notUrl':
      return vscode.l10n.t('The base URL must be a web address, such as https://api.example.com.');
    case 'scheme':
      return vscode.l10n.t('The base URL must begin with https://.');
    case 'insecure':
      return vscode.l10n.t(
        'The base URL must use https: over plain http, credentials could be read on the way. Only this machine (localhost) may use http.',
      );
    case 'credentials':
      return vscode.l10n.t("The base URL can't contain a user name or password.");
    case 'query':
    case 'fragment':
      return vscode.l10n.t("The base URL can't have a ? or # part.");
  }
}
