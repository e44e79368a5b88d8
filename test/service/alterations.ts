/** An answer as JSON. */
type JsonResponse = { readonly [key: string]: unknown };

/**
 * What is different from the interface description, on purpose: each changes a real answer into one that a newer, or
 * an older, service may give. A fault switches it on.
 */
export const alterations = {
  /** A status, a severity, categories, platforms and fields that no one knows, and what is no check. */
  newerAudit: (answer) => {
    const { report } = answer as { readonly report: JsonResponse | null };
    if (report === null) return answer;
    const { results, isReadyForPlatform } = report as {
      results: readonly JsonResponse[];
      isReadyForPlatform: JsonResponse;
    };
    const of = (checkName: string, more: JsonResponse) => ({
      ...results[0],
      checkId: checkName,
      checkName,
      ...more,
    });
    return {
      ...answer,
      report: {
        ...report,
        isReadyForPlatform: { ...isReadyForPlatform, 'assistant-new': null, 'assistant-next': 'nearly' },
        results: [
          ...results,
          of('Of a newer service', { status: 'mended', category: 'safety', score: 4 }),
          of('Of an unknown severity', { status: 'fail', severity: 'fatal', category: '<h1>odd</h1>' }),
          'not a check at all',
        ],
      },
    };
  },

  /** Log entries of a type that no one knows, in place of `DEBUG`. */
  newerLogs: (answer) => {
    const { logs } = answer as { readonly logs: readonly JsonResponse[] };
    return {
      ...answer,
      logs: logs.map((entry) => (entry['type'] === 'DEBUG' ? { ...entry, type: 'METRIC' } : entry)),
    };
  },
} satisfies Record<string, (answer: JsonResponse) => JsonResponse>;

export type Alteration = keyof typeof alterations;
