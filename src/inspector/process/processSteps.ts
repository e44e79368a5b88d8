import * as l10n from '@vscode/l10n';
import type { ConnectionProgress, ConnectionStep } from '../connectionSteps.ts';
import type { ProcessExit, ProcessTrace } from './processTrace.ts';

/** Steps until a server process can be used, in their order. */
const stepNames = ['entry', 'command', 'process', 'initialize', 'list'] as const;
type ProcessStepName = (typeof stepNames)[number];

type ProcessProgress = Pick<ConnectionProgress, 'isInitialized' | 'listResult' | 'failure' | 'isLost'>;

/** Describes the steps of a connection to a server process. Without `trace`, there was no attempt to start it. */
export function diagnoseProcess(
  trace: ProcessTrace | undefined,
  progress: ProcessProgress,
): readonly ConnectionStep[] {
  const failure = findFailedStep(trace, progress);
  const passedCount = countPassedSteps(trace, progress);
  return stepNames.map((name, index) => {
    const label = getStepLabel(name);
    if (name === failure?.name) return { name, label, outcome: 'failed', text: failure.text };
    if (index >= passedCount) return { name, label, outcome: 'waiting' };
    const text = name === 'process' && trace ? describeStrayLines(trace) : undefined;
    return { name, label, outcome: 'passed', ...(text !== undefined && { text }) };
  });
}

function getStepLabel(name: ProcessStepName): string {
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

/** Returns the number of steps that are known to have succeeded. */
function countPassedSteps(
  trace: ProcessTrace | undefined,
  { isInitialized, listResult }: ProcessProgress,
): number {
  if (!trace) return 0;
  if (!trace.isStarted) return 1;
  if (!isInitialized) return 3;
  return listResult === true ? 5 : 4;
}

function findFailedStep(
  trace: ProcessTrace | undefined,
  { isInitialized, listResult, failure, isLost }: ProcessProgress,
) {
  if (isLost && failure !== undefined) {
    return createFailedStep('process', trace?.exit ? describeExit(trace.exit) : failure);
  }
  if (typeof listResult === 'string') return createFailedStep('list', listResult);
  if (failure === undefined) return undefined;
  if (!trace) return createFailedStep('entry', failure);
  if (trace.startFailure !== undefined) return createFailedStep('command', trace.startFailure);
  if (!trace.isStarted) return createFailedStep('command', failure);
  if (trace.exit) return createFailedStep('process', describeExit(trace.exit));
  if (isInitialized) return undefined;
  const strayLines = describeStrayLines(trace);
  return createFailedStep('initialize', strayLines === undefined ? failure : `${failure} ${strayLines}`);
}

const createFailedStep = (name: ProcessStepName, text: string) => ({ name, text });

function describeExit({ code, signal }: ProcessExit): string {
  if (signal !== null) return l10n.t('The process was ended by the signal {0}.', signal);
  return l10n.t('The process ended with exit code {0}.', code ?? 0);
}

function describeStrayLines({ strayLineCount, firstStrayLine }: ProcessTrace): string | undefined {
  if (firstStrayLine === undefined) return undefined;
  return strayLineCount === 1
    ? l10n.t('The server wrote a line to standard output that isn\'t an MCP message: "{0}"', firstStrayLine)
    : l10n.t(
        'The server wrote {0} lines to standard output that aren\'t MCP messages. The first one: "{1}"',
        strayLineCount,
        firstStrayLine,
      );
}
