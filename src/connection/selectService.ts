import * as vscode from 'vscode';
import type { BaseUrl } from '../api/baseUrl.ts';
import type { Account, Accounts } from '../auth/accounts.ts';
import { ServiceError } from '../auth/errors.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { settings } from '../editor/settings.ts';
import type { KnownServices } from './knownServices.ts';
import type { ServiceRow } from './pickService.ts';

/** Creates the handler of *Select Service*, which lets the user select a service of the list or enter another one. */
export function createSelectService(
  accounts: Accounts,
  knownServices: KnownServices,
  service: () => BaseUrl,
  signOut: (account: Account) => Promise<void>,
) {
  /** Returns the list of services. Adds the service in the settings, which might not be in the saved list. */
  const all = (): readonly string[] => {
    const current = service();
    const rest = knownServices.list();
    return current.ok && !rest.includes(current.url) ? [current.url, ...rest] : rest;
  };

  const rows = async (): Promise<readonly ServiceRow[]> => {
    const current = service();
    return Promise.all(
      all().map(async (baseUrl) => ({
        baseUrl,
        isCurrent: current.ok && current.url === baseUrl,
        accounts: await accounts.list(new URL(baseUrl).origin),
      })),
    );
  };

  /** Removes a service from the list. Signs out its accounts unless another service of the list has the same origin. */
  const forget = async ({ baseUrl, accounts: signedIn }: ServiceRow): Promise<void> => {
    const { host, origin } = new URL(baseUrl);
    const isLast = all().every((other) => other === baseUrl || new URL(other).origin !== origin);
    const accountsToSignOut = isLast ? signedIn.filter(({ isFixed }) => !isFixed) : [];
    const confirm = vscode.l10n.t('Remove');
    const names = accountsToSignOut.map(({ label }) => label).join(', ');
    const detail =
      accountsToSignOut.length > 0
        ? vscode.l10n.t('These accounts will also be signed out: {0}.', names)
        : vscode.l10n.t('No accounts will be signed out.');
    const message = vscode.l10n.t('Remove {0} from your list of services?', host);
    if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, confirm)) !== confirm)
      return;
    for (const account of accountsToSignOut) await signOut(account);
    await knownServices.forget(baseUrl);
  };

  const ask = async (): Promise<string> => {
    const current = service();
    const { askForService } = await import('./askForService.ts');
    if (all().length < 2) return askForService(current.ok ? current.url : '');
    const { pickService } = await import('./pickService.ts');
    const choice = await pickService({ rows, forget });
    return choice === 'another' ? askForService('') : choice.baseUrl;
  };

  return async (argument: unknown): Promise<{ baseUrl: string }> => {
    const { parseBaseUrl } = await import('../api/baseUrl.ts');
    const { normalizeTypedUrl } = await import('../editor/normalizeTypedUrl.ts');
    const previous = service();
    const baseUrlArgument = getStringArgument(argument, 'baseUrl');
    const parsed = parseBaseUrl(normalizeTypedUrl(baseUrlArgument ?? (await ask())));
    if (!parsed.ok) throw new ServiceError(parsed.rule);
    if (previous.ok) await knownServices.remember(previous.url);
    await knownServices.remember(parsed.url);
    await settings.writeBaseUrl(parsed.url);
    return { baseUrl: parsed.url };
  };
}
