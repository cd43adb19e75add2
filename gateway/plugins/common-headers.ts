/**
 * Headers of every answer. Nobody keeps one: answers hold people's data, and problems are those of the moment. What may be kept, and on which
 * terms, says so in a Cache-Control of its own.
 */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
}
