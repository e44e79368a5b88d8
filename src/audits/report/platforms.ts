import type { AuditReport } from '../../api/audit.ts';
import type { Translate } from '../../editor/translate.ts';
import { nameOf } from './checks.ts';
import { kindOf, kinds } from './kinds.ts';
import { platformName, severityWord } from './words.ts';

/** A failed check, by its place in the report. */
interface Failing {
  readonly index: number;
  readonly name: string;
  /** How bad it is, where it is no plain failure. */
  readonly severity?: string;
}

/** Whether an AI client can use the server. */
export interface Platform {
  readonly name: string;
  /** `null`: the service does not know. */
  readonly isReady: boolean | null;
  /** Of one that is not ready: the checks that failed and that name it, the worst first. A check may name none. */
  readonly failing: readonly Failing[];
}

export function platformsOf(report: AuditReport | undefined, t: Translate): readonly Platform[] {
  return Object.entries(report?.isReadyForPlatform ?? {}).map(([key, isReady]) => ({
    name: platformName(key),
    isReady,
    failing: isReady === false ? failingFor(key, report?.results ?? [], t) : [],
  }));
}

function failingFor(key: string, results: AuditReport['results'], t: Translate): readonly Failing[] {
  return results
    .map((result, index) => ({ result, index, kind: kindOf(result) }))
    .filter(({ result }) => result.status === 'fail' && result.platforms.includes(key))
    .sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
    .map(({ result, index, kind }) => {
      const severity = severityWord(kind, t);
      return { index, name: nameOf(result, t), ...(severity !== undefined && { severity }) };
    });
}

/** What is said where a client is not ready and no failed check names it. */
export function noneFailingText(t: Translate): string {
  return t('The report does not say which checks keep it from being ready.');
}
