/** The names of the ids in a path, after their resource: `USER_ID`. */
export function pathIds(path: string): string[] {
  return [...path.matchAll(/([a-z-]+)\/\{(\w+)\}/g)].map(([, parents = '', name = '']) =>
    variableOf(name === 'id' ? `${parents.replace(/s$/, '')}-id` : name),
  );
}

/** Ids in a body are named after their property: `"roomId": "$ROOM_ID"`; `courseIds` are ids of layers. */
export function withNamedIds(text: string, prefix = ''): string {
  return text.replaceAll(/"(\w+Id)(s?)": (?:\[\s*)?"[0-9a-f-]{36}"/g, (found, name: string, s: string) =>
    found.replace(/[0-9a-f-]{36}/, () => `${prefix}${variableOf(`${name}${s}` === 'courseIds' ? 'layerId' : name)}`),
  );
}

/** An id's name, as a variable of a shell has it. */
export function variableOf(name: string): string {
  return name
    .replaceAll('-', '_')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();
}
