import * as l10n from '@vscode/l10n';
import type { ConnectionProgress, ConnectionStep } from '../connectionSteps.ts';
import type { ProcessExit, ProcessTrace } from './trace.ts';

/** What has to work, in this order, until a server that is a process can be used. */
const stepNames = ['entry', 'command', 'process', 'initialize', 'list'] as const;
type StepName = (typeof stepNames)[number];

type SoFar = Pick<ConnectionProgress, 'isInitialized' | 'listResult' | 'failure' | 'isLost'>;

/** The same as of a connection over HTTP. `trace`: absent, nothing was to be started yet. */
export function stepsOfProcess(
  trace: ProcessTrace | undefined,
  progressed: SoFar,
): readonly ConnectionStep[] {
  const stopped = stopOf(trace, progressed);
  const passed = passedCount(trace, progressed);
  return stepNames.map((name, index) => {
    const label = labelOf(name);
    if (name === stopped?.name) return { name, label, outcome: 'failed', text: stopped.text };
    if (index >= passed) return { name, label, outcome: 'waiting' };
    const text = name === 'process' && trace ? strayText(trace) : undefined;
    return { name, label, outcome: 'passed', ...(text !== undefined && { text }) };
  });
}

function labelOf(name: StepName): string {
  switch (name) {
    case 'entry':
      return l10n.t('Server configuration');
    case 'command':
      return l10n.t('Command');
    case 'process':
      return l10n.t('Process');
    case 'initialize':
      return l10n.t('MCP handshake');
    case 'list':
      return l10n.t('Tools, resources, and prompts');
  }
}

/** How many steps are known to work. */
function passedCount(trace: ProcessTrace | undefined, { isInitialized, listResult }: SoFar): number {
  if (!trace) return 0;
  if (!trace.isStarted) return 1;
  if (!isInitialized) return 3;
  return listResult === true ? 5 : 4;
}

function stopOf(trace: ProcessTrace | undefined, { isInitialized, listResult, failure, isLost }: SoFar) {
  if (isLost && failure !== undefined) {
    return stop('process', trace?.exit ? exitText(trace.exit) : failure);
  }
  if (typeof listResult === 'string') return stop('list', listResult);
  if (failure === undefined) return undefined;
  if (!trace) return stop('entry', failure);
  if (trace.notStarted !== undefined) return stop('command', trace.notStarted);
  if (!trace.isStarted) return stop('command', failure);
  if (trace.exit) return stop('process', exitText(trace.exit));
  if (isInitialized) return undefined;
  const stray = strayText(trace);
  return stop('initialize', stray === undefined ? failure : `${failure} ${stray}`);
}

const stop = (name: StepName, text: string) => ({ name, text });

/** How it ended, in words. */
function exitText({ code, signal }: ProcessExit): string {
  if (signal !== null) return l10n.t('The process was ended by the signal {0}.', signal);
  return l10n.t('The process ended with exit code {0}.', code ?? 0);
}

function strayText({ strayCount, stray }: ProcessTrace): string | undefined {
  if (stray === undefined) return undefined;
  return strayCount === 1
    ? l10n.t('The server wrote a line to standard output that isn\'t an MCP message: "{0}"', stray)
    : l10n.t(
        'The server wrote {0} lines to standard output that aren\'t MCP messages. The first one: "{1}"',
        strayCount,
        stray,
      );
}
