import { getField } from '../../fields.ts';
import type { McpCall, McpConnection, McpRequestOptions } from '../mcpConnection.ts';

/** Returns a connection that calls tools as tasks (protocol 2025-11-25) if they require it. */
export function callRequiredTasks(link: McpConnection): McpConnection {
  // Servers without tasks don't need to list their tools.
  if (!('tasks' in link.capabilities)) return link;
  let names: Promise<ReadonlySet<unknown>> | undefined;
  const readTaskTools = async (options: McpRequestOptions): Promise<ReadonlySet<unknown>> => {
    const { items } = await link.list('tool', options);
    return new Set(items.filter(requiresTask).map((tool) => tool['name']));
  };
  const markAsTask = async (call: McpCall, options: McpRequestOptions): Promise<McpCall> => {
    if (call.kind !== 'tool') return call;
    names ??= readTaskTools(options).catch((error: unknown) => {
      // The next call tries again.
      names = undefined;
      throw error;
    });
    return (await names).has(call.name) ? { ...call, isTask: true } : call;
  };
  return { ...link, call: async (call, options) => link.call(await markAsTask(call, options), options) };
}

const requiresTask = (tool: unknown): boolean =>
  getField(getField(tool, 'execution'), 'taskSupport') === 'required';
