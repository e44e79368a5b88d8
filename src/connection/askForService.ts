import * as vscode from 'vscode';
import { parseBaseUrl } from '../api/baseUrl.ts';
import { createClient } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { askInput } from '../editor/askInput.ts';
import { normalizeTypedUrl } from '../editor/normalizeTypedUrl.ts';
import { describeBaseUrlRule } from './describeBaseUrlRule.ts';
import { explainProblem } from './describeProblem.ts';

/**
 * Prompts for the base URL of a service, and checks whether the service implements this API. If the check fails, the
 * user can press Enter again to use the service anyway.
 */
export function askForService(current: string): Promise<string> {
  let unconfirmedUrl: string | undefined;
  return askInput<string>({
    title: vscode.l10n.t('Select Service'),
    prompt: vscode.l10n.t('Enter the base URL of the service that hosts your MCP servers'),
    placeholder: 'https://api.example.com',
    value: current,
    validate: (typed) => {
      const parsed = parseBaseUrl(normalizeTypedUrl(typed));
      return parsed.ok ? undefined : describeBaseUrlRule(parsed.rule);
    },
    explainError: (error) =>
      vscode.l10n.t(
        '{0} To use this service anyway, press Enter again.',
        explainProblem(error, { baseUrl: unconfirmedUrl }),
      ),
    accept: async (typed, signal) => {
      const parsed = parseBaseUrl(normalizeTypedUrl(typed));
      if (!parsed.ok) throw new Error(describeBaseUrlRule(parsed.rule));
      if (parsed.url !== unconfirmedUrl) {
        unconfirmedUrl = parsed.url;
        await checkService(parsed.url, signal);
      }
      return parsed.url;
    },
  });
}

/**
 * Sends a request with an invalid credential, which a service with this API rejects. Rejects for any other response.
 */
async function checkService(baseUrl: string, signal: AbortSignal): Promise<void> {
  const client = createClient({ baseUrl, getToken: async () => 'anonymous' });
  try {
    await client.identify({ signal });
  } catch (error) {
    if (!(error instanceof ApiError && (error.kind === 'unauthorized' || error.kind === 'forbidden')))
      throw error;
  }
}
