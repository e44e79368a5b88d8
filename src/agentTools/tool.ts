import type * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import type { LogExcerptReader } from '../domain/logExcerpt.ts';

/** Returns the result of a tool as a text of at most `maxLength` characters. */
export type FormatResult = (maxLength: number) => string;

/** The objects that a tool uses during a call. */
export interface ToolCall {
  readonly context: FeatureContext;
  readonly logReader: LogExcerptReader;
  /** Is aborted when the agent or the user cancels the call. */
  readonly signal: AbortSignal;
}

/** An agent tool. Its input comes from a model, and isn't validated. */
export interface AgentTool {
  /** Returns the texts of the confirmation. Absent if the tool changes nothing. */
  readonly confirm?: (
    input: unknown,
    call: ToolCall,
  ) => Promise<vscode.LanguageModelToolConfirmationMessages | undefined>;
  readonly run: (input: unknown, call: ToolCall) => Promise<FormatResult>;
}
