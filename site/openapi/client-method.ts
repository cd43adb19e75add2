/**
 * The path of an operation's method in the clients, from the URL path: fixed segments are resources, the operation's
 * first word is the name, `users.get`. A segment after a resource that is neither list nor create is part of the name:
 * `timeTracking.sessions.start`, `timeTracking.sessions.getActive`. What is alone at the root has no such name:
 * `integration.get`.
 */
export function clientMethod(path: string, operationId: string): string[] {
  const verb = /^[a-z]+/.exec(operationId)?.[0] ?? operationId;
  const segments = path.split(/[/.]/).slice(1);
  const resources = segments.filter((each) => !each.startsWith('{')).map((each) => RENAMED[each] ?? camelCase(each));
  const isOne = segments.at(-1)?.startsWith('{') || segments.length === 1;
  if (isOne || verb === 'list' || verb === 'create') return [...resources, verb];
  const last = resources.pop() ?? '';
  return [...resources, last.startsWith(verb) ? last : `${verb}${last[0]?.toUpperCase()}${last.slice(1)}`];
}

/** A name as Python writes it: `getActive` is `get_active`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Resources with another name than in their path. */
const RENAMED: Readonly<Record<string, string>> = { 'continuing-education': 'programs' };

function camelCase(segment: string): string {
  return segment.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
