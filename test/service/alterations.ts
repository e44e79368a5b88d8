/** A response as JSON. */
type JsonResponse = { readonly [key: string]: unknown };

/**
 * Deliberate differences from the interface description. Each changes a real response into one of a newer or
 * older service. A fault selects one of them.
 */
export const alterations = {
  /** Adds an unknown status, severity, category, platform, and fields, and an entry that isn't a check. */
  newerAudit: (response) => {
    const { report } = response as { readonly report: JsonResponse | null };
    if (report === null) return response;
    const { results, isReadyForPlatform } = report as {
      results: readonly JsonResponse[];
      isReadyForPlatform: JsonResponse;
    };
    const createCheck = (checkName: string, more: JsonResponse) => ({
      ...results[0],
      checkId: checkName,
      checkName,
      ...more,
    });
    return {
      ...response,
      report: {
        ...report,
        isReadyForPlatform: { ...isReadyForPlatform, 'assistant-new': null, 'assistant-next': 'nearly' },
        results: [
          ...results,
          createCheck('Of a newer service', { status: 'mended', category: 'safety', score: 4 }),
          createCheck('Of an unknown severity', {
            status: 'fail',
            severity: 'fatal',
            category: '<h1>odd</h1>',
          }),
          'not a check at all',
        ],
      },
    };
  },

  /** Replaces `DEBUG` log entries with entries of an unknown type. */
  newerLogs: (response) => {
    const { logs } = response as { readonly logs: readonly JsonResponse[] };
    return {
      ...response,
      logs: logs.map((entry) => (entry['type'] === 'DEBUG' ? { ...entry, type: 'METRIC' } : entry)),
    };
  },
} satisfies Record<string, (response: JsonResponse) => JsonResponse>;

export type Alteration = keyof typeof alterations;
