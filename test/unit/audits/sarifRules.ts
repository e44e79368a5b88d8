import type { Location, Log, ReportingDescriptor, Result } from 'sarif';

/** The rules GH1004 to GH2012 of Microsoft's SARIF validator, and the limits in the documentation of code scanning. */
const runRules: Readonly<Record<string, (log: Log) => boolean>> = {
  'GH1011: final schema': ({ $schema }) => $schema === 'https://json.schemastore.org/sarif-2.1.0.json',
  'GH1013: version': ({ version }) => version === '2.1.0',
  'GH1014: tool and results': ({ runs: [run] }) => run !== undefined && run.results !== undefined,
  'GH1018: driver with a name': ({ runs: [run] }) => (run?.tool.driver.name ?? '') !== '',
  'GH1004: 25,000 rules and results': ({ runs: [run] }) =>
    (run?.results?.length ?? 0) <= 25_000 && (run?.tool.driver.rules?.length ?? 0) <= 25_000,
  'SARIF2005: information URI': ({ runs: [run] }) => URL.canParse(run?.tool.driver.informationUri ?? ''),
  'SARIF1006: order of times': ({ runs: [run] }) => {
    const { startTimeUtc, endTimeUtc } = run?.invocations?.[0] ?? {};
    return startTimeUtc === undefined || endTimeUtc === undefined || startTimeUtc <= endTimeUtc;
  },
  'SARIF1009: index of the rule': ({ runs: [run] }) =>
    (run?.results ?? []).every(
      ({ ruleId, ruleIndex = -1 }) => run?.tool.driver.rules?.[ruleIndex]?.id === ruleId,
    ),
};

const ruleRules: Readonly<Record<string, (rule: ReportingDescriptor) => boolean>> = {
  'GH2012: short description': ({ shortDescription }) => isText(shortDescription?.text, 1024),
  'GH2012: full description': ({ fullDescription }) => isText(fullDescription?.text, 1024),
  'GH2012: help': ({ help }) => isText(help?.text),
  'SARIF1005: absolute help URI': ({ helpUri }) =>
    helpUri === undefined || /^https?:\/\/[^@\s]+$/.test(helpUri),
};

const resultRules: Readonly<Record<string, (result: Result) => boolean>> = {
  'GH1015: rule, message, fingerprints': ({ ruleId, message, partialFingerprints }) =>
    isText(ruleId) && isText(message.text) && isText(partialFingerprints?.['primaryLocationLineHash']),
  'GH1016: exactly one location': ({ locations }) => locations?.length === 1,
  'GH1017: URI': (result) => isText(uriOf(result)),
  'GH1005, SARIF1002: relative URI': (result) =>
    /^(?:[\w\-.~!$&'()*+,;=@]|%[\dA-F]{2})+(?:\/(?:[\w\-.~!$&'()*+,;=@]|%[\dA-F]{2})+)*$/i.test(
      uriOf(result),
    ),
  'a place in the repository': (result) =>
    uriOf(result)
      .split('/')
      .every((segment) => segment !== '.' && segment !== '..'),
  'GH1003, SARIF2017: whole region': ({ locations: [location] = [] }) => isRegion(location),
};

function isText(text: string | undefined, longest = Number.POSITIVE_INFINITY): boolean {
  return text !== undefined && text.trim() !== '' && text.length <= longest && text.isWellFormed();
}

export function uriOf({ locations: [location] = [] }: Result): string {
  return location?.physicalLocation?.artifactLocation?.uri ?? '';
}

function isRegion(location: Location | undefined): boolean {
  const {
    startLine = 0,
    startColumn = 0,
    endLine = 0,
    endColumn = 0,
  } = location?.physicalLocation?.region ?? {};
  return startLine >= 1 && startColumn >= 1 && endLine === startLine && endColumn >= startColumn;
}

/** Returns the rules that a log breaks. */
export function brokenRules(log: Log): readonly string[] {
  const broken = <T>(rules: Readonly<Record<string, (one: T) => boolean>>, ones: readonly T[]) =>
    Object.entries(rules).flatMap(([name, holds]) => (ones.every(holds) ? [] : [name]));
  const runs = log.runs;
  const results = runs.flatMap((run) => run.results ?? []);
  const prints = results.map(({ partialFingerprints }) => partialFingerprints?.['primaryLocationLineHash']);
  return [
    ...broken(runRules, [log]),
    ...broken(
      ruleRules,
      runs.flatMap((run) => run.tool.driver.rules ?? []),
    ),
    ...broken(resultRules, results),
    ...(new Set(prints).size === prints.length ? [] : ['fingerprints differ']),
  ];
}
