/** RFC 6901 pointers into a request's body or query, and their dotted field names (decisions 3.1). */

/** The pointer of a path: `['rooms', 0, 'roomId']` is `/rooms/0/roomId`, the empty path is the whole document. */
export function pointerOf(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

/** A pointer as a dotted field name: `/rooms/0/roomId` is `rooms.0.roomId`. */
export function fieldOf(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

/** Escapes one segment of a pointer. */
export function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
