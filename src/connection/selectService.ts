import * as vscode from 'vscode';
import type { BaseUrl } from '../api/baseUrl.ts';
import type { Account, Accounts } from '../auth/accounts.ts';
import { ServiceError } from '../auth/errors.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { settings } from '../editor/settings.ts';
import type { KnownServices } from './knownServices.ts';
import type { ServiceRow } from './pickService.ts';

/** Creates the command *Select Service*, which lets the user select a known service or enter another one. */
export function createSelectService(
  accounts: Accounts,
  known: KnownServices,
  service: () => BaseUrl,
  signOut: (account: Account) => Promise<void>,
) {
  /** The service in the settings might not be in the list. */
  const all = (): readonly string[] => {
    const current = service();
    const rest = known.list();
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

  /** Accounts are signed out only with the last service of their origin. */
  const forget = async ({ baseUrl, accounts: signedIn }: ServiceRow): Promise<void> => {
    const { host, origin } = new URL(baseUrl);
    const isLast = all().every((other) => other === baseUrl || new URL(other).origin !== origin);
    const own = isLast ? signedIn.filter(({ isFixed }) => !isFixed) : [];
    const confirm = vscode.l10n.t('Remove');
    const names = own.map(({ label }) => label).join(', ');
    const detail =
      own.length > 0
        ? vscode.l10n.t('These accounts will also be signed out: {0}.', names)
        : vscode.l10n.t('No accounts will be signed out.');
    const message = vscode.l10n.t('Remove {0} from your list of services?', host);
    if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, confirm)) !== confirm)
      return;
    for (const account of own) await signOut(account);
    await known.forget(baseUrl);
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
    const before = service();
    const given = getStringArgument(argument, 'baseUrl');
    const parsed = parseBaseUrl(normalizeTypedUrl(given ?? (await ask())));
    if (!parsed.ok) throw new ServiceError(parsed.rule);
    if (before.ok) await known.remember(before.url);
    await known.remember(parsed.url);
    await settings.writeBaseUrl(parsed.url);
    return { baseUrl: parsed.url };
  };
}
