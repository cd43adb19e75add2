import { type Operation, operations } from '../../typescript/src/index.ts';

/** A write as an agent names it. */
export interface PlannedWrite {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v4`, with ids in it. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly ifMatch?: string | undefined;
}

/** An operation of the API, with the ids in a path. */
export interface Addressed {
  readonly operation: Operation;
  readonly ids: readonly string[];
  /** The read of what it changes; undefined if it creates. */
  readonly read: Operation | undefined;
}

const ALL: readonly Operation[] = Object.values(operations);

/** The operation of a write; undefined if the API has none at its path. */
export function addressed({ method, path }: PlannedWrite): Addressed | undefined {
  const below = path.replace(/^\/api\/v4(?=\/)/, '');
  for (const operation of ALL) {
    const ids = operation.method === method ? idsIn(below, operation.path) : undefined;
    if (!ids) continue;
    const read = ALL.find((each) => each.method === 'GET' && each.path === operation.path);
    return { operation, ids, read: method === 'POST' ? undefined : read };
  }
  return undefined;
}

function idsIn(path: string, template: string): string[] | undefined {
  const [segments, names] = [path.split('/'), template.split('/')];
  const ids: string[] = [];
  if (segments.length !== names.length) return undefined;
  for (const [at, name] of names.entries()) {
    const segment = segments[at] ?? '';
    if (name.startsWith('{')) ids.push(decoded(segment));
    else if (name !== segment) return undefined;
  }
  return ids;
}

/** An id that cannot be decoded is none, and the API says so. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
