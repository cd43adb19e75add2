import type { Administrator } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** An administrator as JSON. */
export function administratorView({ $typeName, $unknown, createdBy, lastSignedInAt, ...shown }: Administrator) {
  return { ...shown, createdBy: createdBy ?? null, lastSignedInAt: lastSignedInAt ?? null };
}

/** Prints a table of administrators. */
export function printAdministrators(terminal: Terminal, administrators: readonly Administrator[]): void {
  terminal.printTable(
    ['EMAIL', 'NAME', 'STATE', 'LAST SIGNED IN', 'ADDED', 'USER ID'],
    administrators.map(({ email, name, isArchived, lastSignedInAt, createdAt, userId }) => [
      ...[email, name, isArchived ? 'archived' : 'active'],
      ...[lastSignedInAt ?? 'never', createdAt, userId],
    ]),
  );
}
