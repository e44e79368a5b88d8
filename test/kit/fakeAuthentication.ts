import type * as vscode from 'vscode';
import type { FakeDialogs } from './fakeDialogs.ts';

interface SessionRequest {
  readonly createIfNone?: { readonly detail: string };
  readonly forceNewSession?: { readonly detail: string };
  readonly account?: vscode.AuthenticationSessionAccountInformation;
}

/**
 * Creates a fake of the authentication API of the editor, which passes requests to the provider of the
 * extension. Like the editor, it asks the user before a sign-in.
 */
export function createFakeAuthentication({ windowFunctions }: FakeDialogs) {
  let provider: vscode.AuthenticationProvider | undefined;
  return {
    registerAuthenticationProvider(_id: string, _label: string, registered: vscode.AuthenticationProvider) {
      provider = registered;
      return { dispose: () => undefined };
    },
    async getSession(
      _id: string,
      scopes: readonly string[],
      { createIfNone, forceNewSession, account }: SessionRequest,
    ): Promise<vscode.AuthenticationSession> {
      if (!provider) throw new Error('The extension has no authentication provider.');
      const options = account ? { account } : {};
      const [session] = forceNewSession ? [] : await provider.getSessions(scopes, options);
      if (session) return session;
      const detail = (forceNewSession ?? createIfNone)?.detail;
      const answer = await windowFunctions.showInformationMessage(
        'The extension wants to sign in.',
        { modal: true, detail },
        'Allow',
      );
      if (answer !== 'Allow') throw new Error('User did not consent to login.');
      return provider.createSession(scopes, options);
    },
  };
}
