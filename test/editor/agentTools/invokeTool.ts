import * as vscode from 'vscode';

/** The part of the options of a call that tests set. */
interface CallOptions {
  /** Maximum number of tokens of the result. A token has four characters. */
  readonly tokenBudget?: number;
  readonly token?: vscode.CancellationToken;
}

/** Calls an agent tool as a chat agent does, and returns its text. `name` is without its prefix. */
export async function invokeTool(
  name: string,
  input: object = {},
  { tokenBudget, token }: CallOptions = {},
): Promise<string> {
  const result = await vscode.lm.invokeTool(
    `hosted_mcp_${name}`,
    {
      input,
      toolInvocationToken: undefined,
      ...(tokenBudget !== undefined && {
        tokenizationOptions: { tokenBudget, countTokens: async (text) => Math.ceil(text.length / 4) },
      }),
    },
    token,
  );
  return result.content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('\n');
}

/** Returns the message of the error with which a call ends. Throws if the call succeeds. */
export async function getToolError(name: string, input: object = {}): Promise<string> {
  let result: string;
  try {
    result = await invokeTool(name, input);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error(`The call succeeded: ${result}`);
}

/** Returns the records of a result, which are lines of JSON. */
export function readRecords(result: string): readonly Record<string, unknown>[] {
  return result
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}
