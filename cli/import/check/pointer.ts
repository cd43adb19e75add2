/** The RFC 6901 pointer of a place: `['users', 3, 'email']` is `/users/3/email`. */
export function pointerOf(place: readonly (string | number)[]): string {
  return place.map((name) => `/${escapeSegment(String(name))}`).join('');
}

export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
