/**
 * Reads the whole body of a response as text. If the body is larger than `maxBytes`, stops reading and returns
 * `undefined`. Calls `onWait` each time before waiting for the next chunk.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  onWait: () => void = () => undefined,
): Promise<{ readonly text: string; readonly bytes: number } | undefined> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    return undefined;
  }
  const reader = response.body?.getReader();
  if (!reader) return { text: '', bytes: 0 };
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    onWait();
    const result: { done: boolean; value?: Uint8Array | undefined } = await reader.read();
    if (result.value === undefined || result.done) return { text: decode(chunks, bytes), bytes };
    bytes += result.value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(result.value);
  }
}

/** Decodes all chunks at once, which is several times as fast as decoding them one by one. */
function decode(chunks: readonly Uint8Array[], bytes: number): string {
  const whole = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return new TextDecoder().decode(whole);
}
