import * as vscode from 'vscode';
import { isApiError } from '../api/errors.ts';
import type { FeatureContext } from '../context.ts';
import { truncateText } from '../domain/plainText.ts';
import { escapeMarkdown } from '../editor/markdown.ts';
import type { Problem, Remedy } from '../editor/problem.ts';
import { joinSentences } from '../editor/sentences.ts';
import { InputError, UserError } from '../editor/userError.ts';
import { compareVariablesTool } from './compareVariablesTool.ts';
import { createDeployTool } from './deployTool.ts';
import { describeCall } from './describeCall.ts';
import { EnvironmentNameError } from './findEnvironment.ts';
import { createDelimiter, fitToBudget, formatDataBlock, sanitizeValue } from './formatResult.ts';
import { listEnvironmentsTool } from './listEnvironmentsTool.ts';
import { readDeploymentTool, readLogsTool } from './logTools.ts';
import { readAuditTool } from './readAuditTool.ts';
import type { AgentTool, ToolCall } from './tool.ts';

/** Runs the agent tools by their names. */
interface ToolRunner {
  prepare(
    name: string,
    options: vscode.LanguageModelToolInvocationPrepareOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation>;
  invoke(
    name: string,
    options: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
}

/** Maximum number of characters of an error, which can contain texts of the service. */
const maxErrorLength = 2000;
/** Maximum number of characters of a name in an error. */
const maxNameLength = 100;

export function createToolRunner(context: FeatureContext): ToolRunner {
  /** The tools in `contributes.languageModelTools` of package.json. */
  const tools: Readonly<Record<string, AgentTool>> = {
    hosted_mcp_list_environments: listEnvironmentsTool,
    hosted_mcp_read_logs: readLogsTool,
    hosted_mcp_read_deployment: readDeploymentTool,
    hosted_mcp_read_audit: readAuditTool,
    hosted_mcp_compare_variables: compareVariablesTool,
    hosted_mcp_deploy: createDeployTool(),
  };
  const getTool = (name: string): AgentTool => {
    const tool = tools[name];
    if (!tool) throw new Error(`There is no tool ${name}.`);
    return tool;
  };
  return {
    async prepare(name, { input }, token) {
      const { confirm } = getTool(name);
      const confirmationMessages =
        confirm && (await run(context, token, (call) => confirm(input, call), ignoreProblem));
      // Escaped Markdown, because the API doesn't specify how the chat shows a string.
      const invocationMessage = new vscode.MarkdownString(escapeMarkdown(describeCall(name, input)));
      return { invocationMessage, ...(confirmationMessages && { confirmationMessages }) };
    },
    async invoke(name, { input, tokenizationOptions }, token) {
      const text = await run(
        context,
        token,
        async (call) => fitToBudget(await getTool(name).run(input, call), tokenizationOptions),
        describeProblem,
      );
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** Ignores the problem of a preparation, because the call has it, too, and reports it. */
const ignoreProblem = (): undefined => undefined;

/**
 * Returns the text of a problem that is a fact, such as a declined deployment. Throws problems that need another input, an
 * action of the user, or another attempt. Chat agents add a request to check the input and to try again to each error,
 * which would contradict a fact.
 */
function describeProblem(error: unknown, { needsRemedy }: Problem, text: string): string {
  const isFact = error instanceof UserError && !(error instanceof InputError) && needsRemedy !== true;
  if (isFact) return text;
  throw new Error(text);
}

/** Runs a part of a call. The text of a problem contains no secrets, and states what the user has to do. */
async function run<T>(
  context: FeatureContext,
  token: vscode.CancellationToken,
  task: (call: ToolCall) => Promise<T>,
  handleProblem: (error: unknown, problem: Problem, text: string) => T,
): Promise<T> {
  const abort = new AbortController();
  const listener = token.onCancellationRequested(() => abort.abort());
  if (token.isCancellationRequested) abort.abort();
  const logReader = await context.services.loadLogReader();
  try {
    await requireAccess(context);
    abort.signal.throwIfAborted();
    return await task({ context, logReader, signal: abort.signal });
  } catch (error) {
    if (abort.signal.aborted || isApiError(error, 'canceled')) throw new vscode.CancellationError();
    const problem = context.toProblem(error);
    if (!problem) throw new vscode.CancellationError();
    const message = truncateText(logReader.mask(problem.message), maxErrorLength);
    const text = joinSentences(message, describeRemedies(context, problem.remedies));
    const data = error instanceof EnvironmentNameError ? formatCandidates(error, logReader.mask) : '';
    return handleProblem(error, problem, [text, data].filter((part) => part !== '').join('\n'));
  } finally {
    listener.dispose();
  }
}

/** Formats the candidates of an error as data of the service. Returns an empty string if there are none. */
function formatCandidates({ candidates }: EnvironmentNameError, mask: (text: string) => string): string {
  if (candidates.length === 0) return '';
  const lines = candidates.map((one) => JSON.stringify(sanitizeValue(one, mask, maxNameLength)));
  return formatDataBlock(lines.join('\n'), createDelimiter());
}

/** Throws an error if the workspace isn't trusted, no service is selected, or no user is signed in. */
async function requireAccess({ connection }: FeatureContext): Promise<void> {
  const require = (message: string, command: string): never => {
    throw new UserError(message, { needsRemedy: true, remedies: [{ label: '', icon: '', command }] });
  };
  if (!vscode.workspace.isTrusted) {
    throw new UserError(
      vscode.l10n.t(
        'The workspace is not trusted. The user must run the command "Workspaces: Manage Workspace Trust" and trust it.',
      ),
      { needsRemedy: true },
    );
  }
  switch (await connection.state()) {
    case 'noService':
      return require(vscode.l10n.t('No service is selected.'), 'hostedMcp.selectService');
    case 'signedOut':
      return require(vscode.l10n.t('No user is signed in.'), 'hostedMcp.signIn');
    case 'ended':
      return require(vscode.l10n.t('The sign-in has ended.'), 'hostedMcp.signIn');
    default:
      return undefined;
  }
}

/** Names the commands that the user can run to fix a problem. */
function describeRemedies({ extensionContext }: FeatureContext, remedies: readonly Remedy[]): string {
  const { commands } = extensionContext.extension.packageJSON.contributes;
  const titles = remedies.flatMap(({ command }) => {
    const found = commands.find((one: { readonly command: string }) => one.command === command);
    return found ? [`"${found.category}: ${found.title}"`] : [];
  });
  if (titles.length === 0) return '';
  return titles.length === 1
    ? vscode.l10n.t('The user must run the command {0}.', titles[0] ?? '')
    : vscode.l10n.t('The user must run one of these commands: {0}.', titles.join(', '));
}
